/**
 * ONNX's shape and indexing operators: exact, at every opset, for all element types; and sessions over models made of them.
 *
 * <p>{@link org.onemodel.Tensor} holds elements, {@link org.onemodel.Ops} has the operators, {@link org.onemodel.Session}
 * runs a {@link org.onemodel.Model}. {@link org.onemodel.Operator} and {@link org.onemodel.Reason} tell what there is.
 *
 * <h2>Errors</h2>
 *
 * A call that the library refuses throws an {@link org.onemodel.OneModelException}, which has a stable reason. What the
 * signatures of Java rule out is refused as Java does it: {@link java.lang.NullPointerException} for a null that is not
 * allowed (none is, where a comment does not say so), {@link java.lang.IllegalArgumentException} for arrays that cannot
 * belong together, {@link java.lang.IllegalStateException} for the use of a closed object.
 *
 * <h2>Lifetime</h2>
 *
 * Objects over native memory are {@link java.lang.AutoCloseable}: {@code close} frees it at once. An object that is
 * dropped without {@code close} is freed by a {@link java.lang.ref.Cleaner} after the garbage collector has found it, which
 * knows nothing of the native memory's size and may take its time; so close what is large. Any thread may close any
 * object at any time, also twice, also while other threads use it: calls that are under way end first, later ones throw
 * {@link java.lang.IllegalStateException}.
 *
 * <h2>Threads</h2>
 *
 * Every object may be used by any number of threads at the same time.
 *
 * @since 0.3
 */
package org.onemodel;

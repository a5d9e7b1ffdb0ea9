/**
 * ONNX's shape and indexing operators, and sessions over models made of them.
 *
 * @since 0.3
 */
module org.onemodel {
  exports org.onemodel;
}

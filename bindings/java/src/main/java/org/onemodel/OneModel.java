package org.onemodel;

import org.onemodel.internal.Raw;

/**
 * Facts of the library as a whole.
 *
 * @since 0.3
 */
public final class OneModel {
  /** The largest number of axes of a tensor. */
  public static final int MAX_RANK = Raw.OM_MAX_RANK;

  /** The newest opset of the ai.onnx domain that is known. */
  public static final int MAX_OPSET = Raw.OM_MAX_OPSET;

  /** The oldest version of ONNX's format that is read. */
  public static final int MIN_IR_VERSION = Raw.OM_MIN_IR_VERSION;

  /** The newest version of ONNX's format that is read. */
  public static final int MAX_IR_VERSION = Raw.OM_MAX_IR_VERSION;

  /** The most threads that a context can have. */
  public static final int MAX_THREADS = Raw.OM_MAX_THREADS;

  private OneModel() {}

  /**
   * The version of the native library.
   *
   * @return "major.minor.patch"
   */
  public static String version() {
    return Text.of(Raw.om_version());
  }

  /**
   * The vector instructions that the native library uses: the highest that the machine has. Where the environment variable
   * {@code ONEMODEL_SIMD} has one of the names when the library is first used, it is no higher than that. Results are the
   * same at every level.
   *
   * @return "avx512", "avx2", "sse4" or "neon", or "plain" for none
   */
  public static String simdLevel() {
    return Text.of(Raw.om_simd_level());
  }
}

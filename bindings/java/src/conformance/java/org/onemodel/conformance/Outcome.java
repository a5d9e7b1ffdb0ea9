package org.onemodel.conformance;

import java.util.List;
import java.util.function.Supplier;
import org.onemodel.OneModelException;
import org.onemodel.Tensor;

/**
 * What a call gave: its outputs, or why it failed.
 *
 * @param outputs the outputs, to be closed; empty on failure
 * @param failure null on success
 */
record Outcome(List<Tensor> outputs, OneModelException failure) implements AutoCloseable {
  static Outcome of(Supplier<List<Tensor>> call) {
    try {
      return new Outcome(call.get(), null);
    } catch (OneModelException failure) {
      return new Outcome(List.of(), failure);
    }
  }

  @Override
  public void close() {
    outputs.forEach(Tensor::close);
  }
}

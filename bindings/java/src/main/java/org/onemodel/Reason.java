package org.onemodel;

import java.util.List;
import java.util.stream.LongStream;
import org.onemodel.internal.Raw;

/**
 * A reason that a call can be refused for.
 *
 * @param slug what programs tell it by, such as {@code "slice.step_zero"}; stable
 * @param status what kind of refusal it is
 * @param meaning a sentence for people
 * @since 0.3
 */
public record Reason(String slug, Status status, String meaning) {
  /**
   * All reasons, in no particular order.
   *
   * @return an immutable list
   */
  public static List<Reason> all() {
    return LongStream.range(0, Raw.om_reason_count())
        .mapToObj(index -> new Reason(Text.of(Raw.om_reason_slug(index)), Status.of(Raw.om_reason_status(index)),
            Text.of(Raw.om_reason_meaning(index))))
        .toList();
  }
}

package consumer;

import java.util.List;
import org.onemodel.ElementType;
import org.onemodel.Model;
import org.onemodel.OneModel;
import org.onemodel.OneModelException;
import org.onemodel.Ops;
import org.onemodel.Session;
import org.onemodel.Tensor;

/** A program of its own module that knows nothing of the binding but its jar. */
public final class Consumer {
  private Consumer() {}

  /**
   * The program.
   *
   * @param arguments are not used
   */
  public static void main(String[] arguments) {
    try (Model model = Model.builder().input("x", ElementType.STRING, -1).node("Identity", List.of("x"), List.of("y"))
        .output("y").build();
        Session session = Session.of(model);
        Tensor x = Tensor.of(new String[] {"\ud83d\ude00"}, 1);
        Tensor y = session.run(x).get(0)) {
      require(y.toStringArray()[0].equals("\ud83d\ude00"));
    }
    try (Tensor x = Tensor.of(new float[] {1})) {
      Ops.gather(x, x, 0);
      throw new AssertionError("a gather of a scalar succeeded");
    } catch (OneModelException refused) {
      require(refused.operator().equals("Gather"));
    }
    require(Consumer.class.getModule().isNamed() == Tensor.class.getModule().isNamed());
    System.out.println("onemodel " + OneModel.version());
  }

  private static void require(boolean condition) {
    if (!condition) {
      throw new AssertionError();
    }
  }
}

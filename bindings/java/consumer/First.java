import java.util.Arrays;
import org.onemodel.Ops;
import org.onemodel.Tensor;

public class First {
  public static void main(String[] arguments) {
    try (Tensor matrix = Tensor.of(new float[] {1, 2, 3, 4, 5, 6}, 2, 3);
        Tensor reversed = Ops.slice(matrix, new long[] {-1}, new long[] {Long.MIN_VALUE}, new long[] {1}, new long[] {-1})) {
      System.out.println(Arrays.toString(reversed.toFloatArray()));
    }
  }
}

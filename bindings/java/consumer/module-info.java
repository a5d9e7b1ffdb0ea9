/** A module that uses the binding. */
module consumer {
  requires org.onemodel;
}

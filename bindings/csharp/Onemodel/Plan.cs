using Onemodel.Interop;

namespace Onemodel;

/// <summary>What a plan does for a node.</summary>
public enum PlanKind
{
    /// <summary>Its outputs are known already: nothing is done in a run.</summary>
    Constant = Raw.OM_PLAN_CONSTANT,

    /// <summary>Its outputs are other tensors' memory under another shape: no byte moves.</summary>
    View = Raw.OM_PLAN_VIEW,

    /// <summary>Its movement is part of the one pass that a later node makes: <see cref="PlanNode.FusedInto"/>.</summary>
    Fused = Raw.OM_PLAN_FUSED,

    /// <summary>One pass of a strided copy, its own and that of the nodes fused into it.</summary>
    Copy = Raw.OM_PLAN_COPY,

    /// <summary>The operator's own kernel runs.</summary>
    Kernel = Raw.OM_PLAN_KERNEL,

    /// <summary>Nobody reads its outputs: it is checked, but not run.</summary>
    Unused = Raw.OM_PLAN_UNUSED,
}

/// <summary>What a session does for inputs of certain shapes.</summary>
public sealed unsafe class Plan : NativeObject
{
    internal Plan(nint handle)
    {
        Own(handle);
        BufferBytes = Raw.om_plan_buffer_bytes(handle);
        var nodes = new PlanNode[Raw.om_plan_node_count(handle)];
        for (int i = 0; i < nodes.Length; i++)
        {
            nodes[i] = ReadNode(handle, i);
        }
        Nodes = nodes;
    }

    /// <summary>The nodes in the order they are carried out.</summary>
    public IReadOnlyList<PlanNode> Nodes { get; }

    /// <summary>
    /// The bytes that one run holds for values between nodes, which are reused after their last reader; those of values whose
    /// shape only a run tells are not counted.
    /// </summary>
    public long BufferBytes { get; }

    /// <summary>The value of an output that is constant in this plan; null for others.</summary>
    /// <param name="node">The position of the node in <see cref="Nodes"/>.</param>
    /// <param name="output">The position of the output in <see cref="PlanNode.Outputs"/>.</param>
    public Tensor? GetConstant(int node, int output)
    {
        using Lease plan = Lease.Of(this);
        nint constant = Raw.om_plan_node_output_constant(plan.Handle, node, output);
        if (constant == 0)
        {
            return null;
        }
        Raw.om_value_retain(constant);
        return new Tensor(constant);
    }

    private protected override void Free(nint handle) => Raw.om_plan_release(handle);

    private static PlanNode ReadNode(nint plan, int index)
    {
        var outputs = new PlanOutput[Raw.om_plan_node_output_count(plan, index)];
        for (int i = 0; i < outputs.Length; i++)
        {
            outputs[i] = new PlanOutput(Text.Read(Raw.om_plan_node_output_name(plan, index, i))!,
                (ElementType)Raw.om_plan_node_output_type(plan, index, i),
                Extents.Read(Raw.om_plan_node_output_shape(plan, index, i), Raw.om_plan_node_output_rank(plan, index, i)));
        }
        long fusedInto = Raw.om_plan_node_fused_into(plan, index);
        long bytes = Raw.om_plan_node_bytes(plan, index);
        return new PlanNode
        {
            Name = Text.Read(Raw.om_plan_node_name(plan, index))!,
            Operator = Text.Read(Raw.om_plan_node_operator(plan, index))!,
            Kind = (PlanKind)Raw.om_plan_node_kind(plan, index),
            FusedInto = fusedInto < 0 ? null : (int)fusedInto,
            IsShapedAtRunTime = Raw.om_plan_node_is_shaped_at_run_time(plan, index) != 0,
            IsDataDependent = Raw.om_plan_node_is_data_dependent(plan, index) != 0,
            Bytes = bytes < 0 ? null : bytes,
            Kernel = Text.Read(Raw.om_plan_node_kernel(plan, index))!,
            Outputs = outputs,
        };
    }
}

/// <summary>What a plan does for one node.</summary>
public sealed record PlanNode
{
    /// <summary>The node's name in the model; may be empty.</summary>
    public required string Name { get; init; }

    /// <summary>The operator's name.</summary>
    public required string Operator { get; init; }

    /// <summary>What is done for it.</summary>
    public required PlanKind Kind { get; init; }

    /// <summary>The position of the node that makes its pass, if it is fused; else null.</summary>
    public int? FusedInto { get; init; }

    /// <summary>Whether it is shaped again in every run, because its checks or shapes hang on elements.</summary>
    public bool IsShapedAtRunTime { get; init; }

    /// <summary>Whether its extents are a count of elements (NonZero), and no constant makes them known.</summary>
    public bool IsDataDependent { get; init; }

    /// <summary>
    /// The bytes it writes in a run, 0 for constants, views, fused and unused nodes; null where only a run tells. Strings count
    /// 16 bytes each.
    /// </summary>
    public long? Bytes { get; init; }

    /// <summary>What moves or makes the elements, in a few words for people; empty if nothing does.</summary>
    public required string Kernel { get; init; }

    /// <summary>Its outputs.</summary>
    public required IReadOnlyList<PlanOutput> Outputs { get; init; }
}

/// <summary>An output of a node in a plan.</summary>
/// <param name="Name">Its name; empty if it is not wanted.</param>
/// <param name="Type">The element type; <see cref="ElementType.Undefined"/> where it is not known.</param>
/// <param name="Shape">The extents, -1 where one is not known; null if not even the rank is.</param>
public sealed record PlanOutput(string Name, ElementType Type, IReadOnlyList<long>? Shape);

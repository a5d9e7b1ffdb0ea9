package onemodel

import (
	"runtime"

	"github.com/libonemodel/libonemodel/bindings/go/internal/raw"
)

// A PlanKind says what a plan does for a node.
type PlanKind int32

// What a plan does for a node.
const (
	PlanConstant PlanKind = 1 // its outputs are known already: nothing is done in a run
	PlanView     PlanKind = 2 // its outputs are other tensors' memory under another shape: no byte moves
	PlanFused    PlanKind = 3 // its movement is part of the one pass that a later node makes
	PlanCopy     PlanKind = 4 // one pass of a strided copy, its own and that of the nodes fused into it
	PlanKernel   PlanKind = 5 // the operator's own kernel runs
	PlanUnused   PlanKind = 6 // nobody reads its outputs: it is checked, but not run
)

// String gives the kind's name as the conformance corpus writes it, such as "constant".
func (k PlanKind) String() string {
	return nameOf(k, "", "constant", "view", "fused", "copy", "kernel", "unused")
}

// A Plan is what a session does for inputs of certain shapes. Any number of goroutines may use one at the same time.
type Plan struct {
	object
}

// Plan gives the plan of the session: without inputs for what the model declares, else for inputs of exactly these
// types and shapes, which Describe makes; nil for an optional input that is not fed.
func (s *Session) Plan(inputs ...*Tensor) (*Plan, error) {
	if err := s.ref().enter(); err != nil {
		return nil, err
	}
	defer s.ref().leave()
	var own fewTensors
	inputs = own.copy(inputs)
	if err := enterTensors(inputs); err != nil {
		return nil, err
	}
	defer leaveTensors(inputs)
	var few handleBuffer
	handles := few.of(inputs)
	defer runtime.KeepAlive(handles)
	plan := new(Plan)
	err := plan.receive(aPlan, raw.Om_plan_release, func(handle *uintptr, failure *raw.Failure) int32 {
		return raw.Om_session_plan(s.ref().handle(), handlesOf(handles), int64(len(handles)), handle, failure)
	})
	if err != nil {
		return nil, err
	}
	return plan, nil
}

// A PlanNode is a node of a plan.
type PlanNode struct {
	Name              string // in the model; may be ""
	Operator          string
	Kind              PlanKind
	FusedInto         int          // the node that makes the pass of a node that is PlanFused; -1 for others
	IsShapedAtRunTime bool         // its checks or shapes hang on elements that only a run tells
	IsDataDependent   bool         // its extents are a count of elements, and no constant makes them known
	Bytes             int64        // what it writes in a run; -1 where only a run tells
	Kernel            string       // what moves or makes the elements in a run, in a few words; "" if nothing does
	Outputs           []PlanOutput // in ONNX's order
}

// A PlanOutput is an output of a node of a plan.
type PlanOutput struct {
	Name       string  // "" if it is not wanted
	Type       Type    // 0: not known
	Shape      []int64 // an extent is -1 where it is not known; nil: not even the rank is known
	IsConstant bool    // Plan.Constant gives its elements
}

// Nodes gives the nodes in the order in which they are carried out; nil after Close.
func (p *Plan) Nodes() []PlanNode {
	if p.ref().enter() != nil {
		return nil
	}
	defer p.ref().leave()
	handle := p.ref().handle()
	nodes := make([]PlanNode, raw.Om_plan_node_count(handle))
	for i := range nodes {
		index := int64(i)
		nodes[i] = PlanNode{
			Name:              text(raw.Om_plan_node_name(handle, index)),
			Operator:          text(raw.Om_plan_node_operator(handle, index)),
			Kind:              PlanKind(raw.Om_plan_node_kind(handle, index)),
			FusedInto:         int(raw.Om_plan_node_fused_into(handle, index)),
			IsShapedAtRunTime: raw.Om_plan_node_is_shaped_at_run_time(handle, index) != 0,
			IsDataDependent:   raw.Om_plan_node_is_data_dependent(handle, index) != 0,
			Bytes:             raw.Om_plan_node_bytes(handle, index),
			Kernel:            text(raw.Om_plan_node_kernel(handle, index)),
			Outputs:           make([]PlanOutput, raw.Om_plan_node_output_count(handle, index)),
		}
		for j := range nodes[i].Outputs {
			output := int64(j)
			rank := raw.Om_plan_node_output_rank(handle, index, output)
			nodes[i].Outputs[j] = PlanOutput{
				Name:       text(raw.Om_plan_node_output_name(handle, index, output)),
				Type:       Type(raw.Om_plan_node_output_type(handle, index, output)),
				Shape:      copyInts(raw.Om_plan_node_output_shape(handle, index, output), rank),
				IsConstant: raw.Om_plan_node_output_constant(handle, index, output) != 0,
			}
		}
	}
	return nodes
}

// Constant gives the elements of an output, of a node, that is constant in this plan; nil for others. The tensor lives
// on after the plan's Close.
func (p *Plan) Constant(node, output int) (*Tensor, error) {
	if err := p.ref().enter(); err != nil {
		return nil, err
	}
	defer p.ref().leave()
	constant := raw.Om_plan_node_output_constant(p.ref().handle(), int64(node), int64(output))
	if constant == 0 {
		return nil, nil
	}
	raw.Om_tensor_retain(constant)
	return ownTensor(constant), nil
}

// BufferBytes gives the bytes that one run holds for values between nodes; those of values whose shape only a run tells
// are not counted. 0 after Close.
func (p *Plan) BufferBytes() int64 {
	if p.ref().enter() != nil {
		return 0
	}
	defer p.ref().leave()
	return raw.Om_plan_buffer_bytes(p.ref().handle())
}

// Close releases the plan. Calls after the first do nothing.
func (p *Plan) Close() error {
	return p.ref().close()
}

// ref gives the object; that of nil is nil.
func (p *Plan) ref() *object {
	if p == nil {
		return nil
	}
	return &p.object
}

package main

import (
	"fmt"

	onemodel "github.com/libonemodel/libonemodel/bindings/go"
)

// runGraphCase runs a graph as it is composed, and as it is read back after it was written, and says what is wrong; ""
// if nothing is.
func runGraphCase(g graphCase) string {
	model, err := compose(g)
	if err != nil {
		return prefixed("composing the model", err.Error())
	}
	defer model.Close()
	if difference := checkModel(g, model); difference != "" {
		return prefixed("the composed model", difference)
	}
	bytes, err := model.Write()
	if err != nil {
		return prefixed("writing the model", err.Error())
	}
	readBack, err := onemodel.ReadModel(bytes, "")
	if err != nil {
		return prefixed("reading the model back", err.Error())
	}
	defer readBack.Close()
	return prefixed("the model read back", checkModel(g, readBack))
}

func compose(g graphCase) (*onemodel.Model, error) {
	model, err := onemodel.NewModel()
	if err != nil {
		return nil, err
	}
	if err := fill(model, g); err != nil {
		model.Close()
		return nil, err
	}
	return model, nil
}

func fill(model *onemodel.Model, g graphCase) error {
	if err := model.SetOpset("", g.opset); err != nil {
		return err
	}
	for _, domain := range g.domains {
		if err := model.SetOpset(domain.name, domain.value.(int64)); err != nil {
			return err
		}
	}
	for _, input := range g.inputs {
		if err := model.AddInput(input.name, input.elementType, input.shape, input.symbols...); err != nil {
			return err
		}
	}
	for _, initializer := range g.initializers {
		if err := addInitializer(model, initializer); err != nil {
			return err
		}
	}
	for _, node := range g.nodes {
		if err := addNode(model, node); err != nil {
			return err
		}
	}
	for _, output := range g.outputs {
		if err := model.AddOutput(output.name, output.elementType, output.shape, output.symbols...); err != nil {
			return err
		}
	}
	return nil
}

func addInitializer(model *onemodel.Model, initializer namedTensor) error {
	native, err := initializer.tensor.native()
	if err != nil {
		return err
	}
	defer native.Close()
	return model.AddInitializer(initializer.name, native)
}

func addNode(model *onemodel.Model, written node) error {
	var made closer
	defer made.close()
	attributes, err := makeAttributes(written.attributes, &made)
	if err != nil {
		return err
	}
	defer attributes.Close()
	return model.AddNode(onemodel.Node{
		Op:         written.op,
		Domain:     written.domain,
		Name:       written.name,
		Inputs:     written.inputs,
		Outputs:    written.outputs,
		Attributes: attributes,
	})
}

func checkModel(g graphCase, model *onemodel.Model) string {
	session, err := onemodel.NewSession(model)
	if difference := compareRefusal(g.refusal, err); difference != "" || g.refusal != nil {
		return prefixed("making the session", difference)
	}
	defer session.Close()
	if count := len(session.Outputs()); count != len(g.outputs) {
		return fmt.Sprintf("the session has %d outputs, not %d", count, len(g.outputs))
	}
	if difference := checkPlan(g.plan, session, nil); difference != "" {
		return prefixed("plan", difference)
	}
	for i, run := range g.runs {
		if difference := checkRun(run, session); difference != "" {
			return prefixed(fmt.Sprintf("runs[%d]", i), difference)
		}
	}
	return ""
}

// checkRun runs a session by position twice, into given tensors, and by name.
func checkRun(r run, session *onemodel.Session) string {
	var made closer
	defer made.close()
	named := map[string]*onemodel.Tensor{}
	inputs := make([]*onemodel.Tensor, len(session.Inputs()))
	hasPositions := true
	for _, input := range r.inputs {
		native, err := input.tensor.native()
		if err != nil {
			return err.Error()
		}
		made.keep(native)
		named[input.name] = native
		if position := session.FindInput(input.name); position >= 0 {
			inputs[position] = native
		} else {
			hasPositions = false
		}
	}
	outputs := session.Outputs()
	if hasPositions {
		if difference := checkRunByPosition(r, session, inputs, outputs); difference != "" {
			return difference
		}
		if difference := checkPlan(r.plan, session, inputs); difference != "" {
			return prefixed("plan", difference)
		}
	}
	names := make([]string, len(outputs))
	for i, output := range outputs {
		names[i] = output.Name
	}
	results, err := session.RunNamed(named, names...)
	made.keep(results...)
	return prefixed("by name", compareRun(r, outputs, results, err))
}

func checkRunByPosition(r run, session *onemodel.Session, inputs []*onemodel.Tensor,
	outputs []onemodel.SessionOutput) string {
	var made closer
	defer made.close()
	var results []*onemodel.Tensor
	for _, way := range []string{"by position", "by position again"} {
		var err error
		results, err = session.Run(inputs...)
		made.keep(results...)
		if difference := compareRun(r, outputs, results, err); difference != "" || err != nil {
			return prefixed(way, difference)
		}
	}
	targets := make([]*onemodel.Tensor, len(results))
	for i, result := range results {
		if result.Type() == onemodel.String {
			return "" // strings cannot be given
		}
		target, err := onemodel.NewTensorFromBytes(result.Type(), result.Shape(), make([]byte, result.ByteCount()))
		if err != nil {
			return err.Error()
		}
		made.keep(target)
		targets[i] = target
	}
	err := session.RunInto(inputs, targets)
	return prefixed("into given tensors", compareRun(r, outputs, targets, err))
}

func compareRun(r run, outputs []onemodel.SessionOutput, results []*onemodel.Tensor, err error) string {
	if difference := compareRefusal(r.refusal, err); difference != "" || r.refusal != nil {
		return difference
	}
	written := map[string]*tensor{}
	for _, output := range r.outputs {
		written[output.name] = output.tensor
	}
	for i, output := range outputs {
		if written[output.Name] == nil {
			return prefixed(output.Name, "the case does not have this output")
		}
		if difference := written[output.Name].compare(results[i]); difference != "" {
			return prefixed(output.Name, difference)
		}
	}
	return ""
}

// checkPlan compares the facts of the plan for inputs, or for what the model declares if there are none.
func checkPlan(facts []planFact, session *onemodel.Session, inputs []*onemodel.Tensor) string {
	if len(facts) == 0 {
		return ""
	}
	plan, err := session.Plan(inputs...)
	if err != nil {
		return err.Error()
	}
	defer plan.Close()
	nodes := plan.Nodes()
	positions := map[string]int{}
	for i, node := range nodes {
		positions[node.Name] = i
	}
	for _, fact := range facts {
		position, ok := positions[fact.node]
		if !ok {
			return prefixed(fact.node, "there is no node of this name")
		}
		node := nodes[position]
		into := "no node"
		if node.FusedInto >= 0 {
			into = nodes[node.FusedInto].Name
		}
		for _, difference := range []string{
			compareFact("kind", fact.kind, node.Kind.String()),
			compareFact("into", fact.into, into),
			compareFact("shaped_at_run_time", fact.isShapedAtRunTime, node.IsShapedAtRunTime),
			compareFact("data_dependent", fact.isDataDependent, node.IsDataDependent),
			compareFact("bytes", fact.bytes, node.Bytes),
		} {
			if difference != "" {
				return prefixed(fact.node, difference)
			}
		}
	}
	return ""
}

func compareFact[T comparable](what string, wanted *T, actual T) string {
	if wanted == nil || *wanted == actual {
		return ""
	}
	return fmt.Sprintf("%s is %v, not %v", what, actual, *wanted)
}

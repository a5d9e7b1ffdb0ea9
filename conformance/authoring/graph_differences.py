"""What ONNX Runtime 1.31.1 does otherwise in graphs; onemodel_oracle verify proves it."""

_MISSING_OUTPUT = "Refuses a node that leaves a required output without a name."
_STRINGS = "Loses strings on the way through its copies."

DIFFERS = {
    "constants/constant-value-float-before-12": "Takes forms of Constant that came with a later opset.",
    "constants/constant-with-two-values": "Takes a Constant with several values.",
    "constants/constant-with-an-input": "Takes a Constant that has an input.",
    "constants/constant-of-another-kind": "Takes a value of another kind than the attribute has.",
    "dropout-nodes/mask-alone": _MISSING_OUTPUT,
    "dropout-nodes/training-mode-is-fed": "Runs in training mode.",
    "dropout-nodes/ratio-is-fed": "Refuses a ratio outside [0, 1) also where it is ignored.",
    "dropout-nodes/mask-opset-7": "Fills the mask with zeros before opset 12.",
    "dropout-nodes/mask-opset-10": "Fills the mask with zeros before opset 12.",
    "errors/constant-of-shape-in-a-run": "Has no limit of rank.",
    "inputs/symbol-twice-in-one-input": "Does not compare extents that have the same symbol.",
    "inputs/input-that-nobody-reads": "Does not ask for an input that nobody reads.",
    "movement-chains/chain-of-4-string": _STRINGS,
    "movement-chains/chain-of-5-string": _STRINGS,
    "movement-chains/chain-of-6-string": _STRINGS,
    "opsets/uneven-split": "Refuses more outputs than the axis has elements.",
    "sharing/second-output-without-a-name": _MISSING_OUTPUT,
    "sharing/first-output-without-a-name": _MISSING_OUTPUT,
}

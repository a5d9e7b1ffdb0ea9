using System.Text.Json;

namespace Onemodel.Conformance;

/// <summary>Attributes as the corpus writes them: <c>{"axis": {"int": 1}}</c>.</summary>
internal static class CorpusAttributes
{
    /// <summary>The attributes of a case or node.</summary>
    public static Attributes Read(JsonElement of)
    {
        var attributes = new Attributes();
        foreach ((string name, string kind, JsonElement value) in Enumerate(of))
        {
            Set(attributes, name, kind, value);
        }
        return attributes;
    }

    /// <summary>Name, kind ("int", "ints", ...) and value of each.</summary>
    public static IEnumerable<(string Name, string Kind, JsonElement Value)> Enumerate(JsonElement of)
    {
        if (of.Has("attributes", out JsonElement attributes))
        {
            foreach (JsonProperty attribute in attributes.Members())
            {
                JsonProperty[] values = attribute.Value.Members().ToArray();
                if (values.Length != 1)
                {
                    throw new CorpusException($"attribute \"{attribute.Name}\" has {values.Length} values");
                }
                yield return (attribute.Name, values[0].Name, values[0].Value);
            }
        }
    }

    private static void Set(Attributes attributes, string name, string kind, JsonElement value)
    {
        switch (kind)
        {
            case "int":
                attributes.Set(name, value.Integer());
                break;
            case "ints":
                attributes.Set(name, value.Elements().Select(CorpusJson.Integer).ToArray());
                break;
            case "float":
                attributes.Set(name, CorpusTensor.ReadFloat32(value));
                break;
            case "floats":
                attributes.Set(name, value.Elements().Select(CorpusTensor.ReadFloat32).ToArray());
                break;
            case "string":
                attributes.SetBytes(name, CorpusTensor.ReadString(value));
                break;
            case "strings":
                attributes.SetBytes(name, value.Elements()
                    .Select(text => new ReadOnlyMemory<byte>(CorpusTensor.ReadString(text))).ToArray());
                break;
            case "tensor":
                using (Tensor tensor = new CorpusTensor(value).ToTensor())
                {
                    attributes.Set(name, tensor);
                }
                break;
            default:
                throw new CorpusException($"\"{kind}\" is not a kind of attribute");
        }
    }
}

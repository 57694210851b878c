#!/usr/bin/env bash
# Holds deploy/kubernetes.yaml against the description of Kubernetes' API, strictly: an unknown field is a fault. Checker and description come
# as Go modules. Exit 0: valid. Exit 1: not. Exit 2: checker or description could not be had, so nothing is known.
. "$(dirname "$0")/lib.sh"

KUBECONFORM=v0.6.7
KUBERNETES=v1.31.2

schemas=$CACHE/kubernetes-$KUBERNETES
if ! told=$(GOBIN="$CACHE/bin" go install "github.com/yannh/kubeconform/cmd/kubeconform@$KUBECONFORM" 2>&1); then
  printf 'NOT LOOKED: kubeconform %s cannot be installed:\n%s\n' "$KUBECONFORM" "$told" >&2
  exit 2
fi
if [ ! -d "$schemas" ]; then
  fresh=$(mktemp -d "$CACHE/kubernetes.XXXXXX")
  if ! told=$(cd "$fresh" && GOFLAGS=-mod=mod go mod download -json "k8s.io/kubernetes@$KUBERNETES" 2>&1); then
    rm -rf "$fresh"
    printf 'NOT LOOKED: the description of Kubernetes %s cannot be had:\n%s\n' "$KUBERNETES" "$told" >&2
    exit 2
  fi
  printf '%s' "$told" | python3 -c '
import json, sys

said = sys.stdin.read()
folder = json.loads(said[said.index("{"):])["Dir"]
api = json.load(open(folder + "/api/openapi-spec/swagger.json"))["definitions"]


def strict(of):
    if isinstance(of, list):
        return [strict(one) for one in of]
    if not isinstance(of, dict):
        return of
    if "$ref" in of:
        return {"$ref": of["$ref"]}
    out = {key: strict(value) for key, value in of.items() if not key.startswith("x-")}
    if isinstance(out.get("properties"), dict) and "additionalProperties" not in out:
        out["additionalProperties"] = False
    return out


definitions = {name: strict(of) for name, of in api.items()}
for name in definitions:
    if name.endswith((".IntOrString", ".Quantity")):
        definitions[name] = {"oneOf": [{"type": "string"}, {"type": "number"}]}
for name, of in api.items():
    for kind in of.get("x-kubernetes-group-version-kind", []):
        words = [kind["kind"].lower(), kind["group"].split(".")[0], kind["version"]]
        if words[0] in ("configmap", "service", "deployment", "poddisruptionbudget"):
            file = "-".join(word for word in words if word) + ".json"
            json.dump({"$ref": "#/definitions/" + name, "definitions": definitions}, open(sys.argv[1] + "/" + file, "w"))
' "$fresh"
  mv "$fresh" "$schemas"
fi
"$CACHE/bin/kubeconform" -strict -summary -schema-location "$schemas/{{ .ResourceKind }}{{ .KindSuffix }}.json" deploy/kubernetes.yaml

#!/usr/bin/env bash
# A provider and two hospitals that exchange files only, with made-up notes, in some twelve minutes on two cores:
#   examples/share.sh FOLDER
# Each party has a folder of its own; what is handed from one to another is in FOLDER/exchanged.
set -euo pipefail
settings="$(cd "$(dirname "$0")" && pwd)/share.toml"
mkdir -p "${1:?say where: examples/share.sh FOLDER}"
cd "$1"
mkdir -p provider north south exchanged

echo "== The provider learns a representation from public notes, and attacks it"
if [ ! -e provider/run/representation ]; then
  [ -e provider/train.jsonl ] || scrubjay synth --notes 700 --seed 1 --out provider/train.jsonl
  [ -e provider/validation.jsonl ] || scrubjay synth --notes 120 --seed 2 --part test --out provider/validation.jsonl
  scrubjay share train "$settings" --out provider/run
fi
[ -e provider/attack.jsonl ] || scrubjay synth --notes 400 --seed 3 --out provider/attack.jsonl
scrubjay share attack provider/run/representation provider/attack.jsonl --epochs 10
cp -r provider/run/representation provider/run/tagger exchanged/

for hospital in north south; do
  echo "== The hospital $hospital turns its notes into vectors"
  [ -e $hospital/key ] || scrubjay key new $hospital/key
  [ -e $hospital/notes.jsonl ] || scrubjay synth --notes 400 --seed "$(printf %s $hospital | cksum | cut -c1-6)" \
    --institution $hospital --out $hospital/notes.jsonl
  scrubjay share transform $hospital/notes.jsonl exchanged/representation --key $hospital/key \
    --out exchanged/$hospital.pool --overwrite
done

echo "== Whoever has their files trains a de-identifier, and publishes it"
rm -rf exchanged/fitted exchanged/model
scrubjay share pool exchanged/north.pool exchanged/south.pool --out exchanged/all.pool --overwrite
scrubjay share fit exchanged/all.pool exchanged/representation --start exchanged/tagger --epochs 8 \
  --out exchanged/fitted
scrubjay share publish exchanged/representation exchanged/fitted --out exchanged/model

echo "== The hospital south uses it"
scrubjay synth --notes 60 --seed 9 --part test --out south/new.jsonl --overwrite
scrubjay detect south/new.jsonl --model exchanged/model --policy all --spans found --out south/found.jsonl --overwrite
scrubjay evaluate south/new.jsonl south/found.jsonl

/**
 * A check of an exported trail that needs nothing of this project: standard Python, and `cryptography` for the signatures
 * where it is installed. `python3 check.py trail.json [ids.txt [stratum]]`: with the ids of the registry (one a line, of
 * one stratum when there are strata) it repeats the draws by tickets from them.
 */
export const TRAIL_PROGRAM: readonly string[] = [
  'import base64, hashlib, json, sys',
  'if not __debug__: sys.exit("run it without -O, which leaves its checks out")',
  'try: from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey as Key',
  'except ImportError: Key = print("signatures are not checked: cryptography is not installed")',
  'def once(pairs): assert len(dict(pairs)) == len(pairs), "a key stands twice"; return dict(pairs)',
  'def sha(text): return hashlib.sha256(text.encode()).hexdigest()',
  'class Float(str): "as it is written"',
  'def canon(v): return v if type(v) is Float else "{" + ",".join(canon(k) + ":" + canon(v[k]) for k in sorted(v)) + "}" if type(v) is dict else "[" + ",".join(map(canon, v)) + "]" if type(v) is list else json.dumps(v, ensure_ascii=False)',
  'def public(did): return Key.from_public_bytes(sum("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz".index(c) * 58**i for i, c in enumerate(did[:8:-1])).to_bytes(34, "big")[2:])',
  'trail, ids, stratum = json.load(open(sys.argv[1], encoding="utf-8"), object_pairs_hook=once, parse_float=Float), (sys.argv + [None])[2], (sys.argv + [None] * 2)[3]',
  'signed = any(link["signer"] is not None or link["signature"] is not None for link in trail["entries"])',
  'previous, committed, L = "0" * 64, {}, open(ids, encoding="utf-8", newline="\\n").read().split("\\n")[:-1] if ids else []',
  'for n, link in enumerate(trail["entries"], 1):',
  '    e = json.loads(link["text"], object_pairs_hook=once)',
  '    assert (sha(link["text"]), previous, n, trail["designId"]) == (link["hash"], e["previous"], e["seq"], e["designId"]), f"entry {n} is broken"',
  '    assert not signed or link["signer"] and link["signature"], f"entry {n} is not signed"',
  '    if Key and signed: public(link["signer"]).verify(base64.urlsafe_b64decode(link["signature"] + "=="), link["text"].encode())',
  '    if e["kind"] == "committed": committed[e["commitmentId"]] = e["sha256"]',
  '    if e["kind"] == "begun": committed.update(dict.fromkeys(set(e["commitments"]) - {d["commitmentId"] for d in e["draws"]}))',
  '    for d in [e] if e["kind"] == "drawn" else e["draws"] if e["kind"] == "begun" else []:',
  '        r = trail["records"].get(d["selectionId"]); assert r, f"the record of {d[\'selectionId\']} is not in the file"',
  '        assert d["recordSha256"] == r["sha256"] == sha(canon({k: r[k] for k in r if k != "sha256"})), f"the record of {d[\'selectionId\']} was changed"',
  '    if e["kind"] == "drawn":',
  '        o = r["seed"]["origin"]; value = o.get("beacon", {}).get("randomness") or o.get("authority", {}).get("value")',
  '        c = e["commitmentId"]; assert c is None or c in committed, f"draw {e[\'draw\']}: its commitment {c} is not in the trail before it, or gave another draw"',
  '        if c and committed[c] is None: committed[c] = print(f"{c} is older than the trail, which does not say when it was made") or o["commitment"]["sha256"]',
  '        assert e["seed"] == (sha(committed.pop(c) + ":" + value) if c else r["seed"]["text"]), f"draw {e[\'draw\']}: another seed"',
  '        assert e["selectedSha256"] == sha("".join(u["id"] + "\\n" for s in r["strata"] for u in s["selected"])), f"draw {e[\'draw\']}: other units"',
  '        for s in r["strata"] if L and r["algorithm"] == "sha256-ticket-v1" else []: assert s["name"] != stratum or sorted(L, key=lambda i: (sha(e["seed"] + ":" + i), i))[: len(s["selected"])] == [u["id"] for u in s["selected"]], "not drawn by the seed"',
  '    previous = link["hash"]',
  'assert trail["head"] == {"length": len(trail["entries"]), "hash": previous}, "entries are missing"',
  'print("ok" if Key else "ok but for the signatures", len(trail["entries"]), previous, "signers", *sorted({link["signer"] for link in trail["entries"]})) if signed else sys.exit("not proven: no entry is signed, anybody could have written them")',
];

/** How the program is run that an export carries. */
export const TRAIL_COMMAND = `python3 -c 'import json; print("\\n".join(json.load(open("trail.json"))["check"]["program"]))' > check.py && python3 check.py trail.json`;

import type { RegistryFormat } from '../registry/registry-table.js';

/**
 * Scripts of standard Python that print the ids of a registry, one a line, by the published rule, with nothing of this
 * project. Arguments: the file, a word of the format (delimiter, sheet), the line of the header or 0, the columns of id
 * and stratum (numbers from 1, or names in JSON; empty for none), the stratum or nothing, and the lines left out.
 */
const HEAD = `import sys,unicodedata as u
f,w,h,k,s,v,o=sys.argv[1:]
o=set(o.split(","))
z=lambda x:u.normalize("NFC",x).strip()
e="utf-16"if open(f,"rb").read(2)in(b"\\xff\\xfe",b"\\xfe\\xff")else"utf-8-sig"`;

const TEXT = `
t=open(f,encoding=e,newline="").read()`;

const CSV = `${HEAD}
import csv
csv.field_size_limit(2**30)
r=csv.reader(open(f,encoding=e,newline=""),delimiter=w)
n=0
for c in r:
  l,n=n+1,r.line_num
  if l>int(h) and str(l) not in o and any(map(z,c)) and(not s or z(c[int(s)-1])==v):print(z(c[int(k)-1]))`;

const JSON_TAIL = `
def q(x):
  if x is None:return""
  if isinstance(x,str):return x
  if isinstance(x,float)and x.is_integer():x=int(x)
  return j.dumps(x,ensure_ascii=False,separators=(",",":"))
def F(x,p=""):
  for a,c in x.items():
    if w and isinstance(c,dict):yield from F(c,p+a+"/")
    else:yield p+a,c
for l,x in R:
  c=dict(F(x))
  if str(l) not in o and(not s or z(q(c.get(s)))==v):print(z(q(c.get(k))))`;

const NDJSON = `${HEAD}${TEXT}
import json as j
R=[(n,j.loads(l))for n,l in enumerate(t.split("\\n"),1)if l.strip()]${JSON_TAIL}`;

const LIST = `${HEAD}${TEXT}
import json as j
d=j.loads(t)
if isinstance(d,dict):d=next(x for a,x in d.items()if a in w.split(",")and isinstance(x,list))
R=enumerate(d,1)${JSON_TAIL}`;

const GEOJSON = `${HEAD}${TEXT}
import json as j
R=enumerate(({**({"id":x["id"]}if"id"in x else{}),**(x.get("properties")or{})}for x in j.loads(t)["features"]),1)${JSON_TAIL}`;

const XLSX = `${HEAD}
import re,zipfile,posixpath as p,xml.etree.ElementTree as E
Z=zipfile.ZipFile(f)
N={n.lower():n for n in Z.namelist()}
X=lambda q:E.fromstring(Z.read(N[q.lower()]))
g=lambda e:e.tag.split("}")[-1]
T=lambda e:re.sub("_x([0-9A-Fa-f]{4})_",lambda m:chr(int(m[1],16)),"".join(a.text or""for c in e if g(c)!="rPh"for a in c.iter()if g(a)=="t"))
def rel(q):
  d,b=p.split(q)
  return{r.get("Id"):(r.get("Type").split("/")[-1],p.normpath(p.join("/",d,r.get("Target")))[1:])for r in X(p.join(d,"_rels",b+".rels"))}
M=next(q for y,q in rel("").values()if y=="officeDocument")
L=rel(M)
S=[T(e)for y,q in L.values()if y=="sharedStrings"for e in X(q)if g(e)=="si"]
i=next(a for e in X(M).iter()if g(e)=="sheet"and e.get("name")==w for n,a in e.items()if n.endswith("}id"))
Y=[e for y,q in L.values()if y=="styles"for e in X(q)]
F={e.get("numFmtId"):e.get("formatCode","")for b in Y for e in b if g(e)=="numFmt"}
K=[F.get(e.get("numFmtId"),"")for b in Y if g(b)=="cellXfs"for e in b]
def pad(d,k):
  t=[]
  for x in re.findall('"[^"]*"|\\\\.|.',k,re.S):
    if x==";":break
    if x=="0":t.append(0)
    elif x[0]=='"':t.append(x[1:-1])
    elif x[0]=="\\\\":t.append(x[1:])
    elif x in"-():!^'~{}=<>"or x.isspace():t.append(x)
    else:return str(d)
  m=t.count(0)
  if m<2 or t[-1]!=0 or d<0:return str(d)
  b=str(d).rjust(m,"0");a=len(b)-m+1
  b=[b[:a],*b[a:]]
  return"".join(b.pop(0)if x==0 else x for x in t)
def cell(c):
  y,x=c.get("t","n"),next((e.text for e in c if g(e)=="v"),None)
  if y=="inlineStr":return"".join(T(e)for e in c if g(e)=="is")
  if not x:return""
  if y=="s":return S[int(x)]
  if y=="b":return"true"if x in("1","true")else"false"
  if y!="n":return x
  d=float(x)
  k=int(c.get("s")or 0)
  return pad(int(d),K[k]if k<len(K)else"")if d.is_integer()else repr(d)
l=0
for r in(e for e in X(L[i][1]).iter()if g(e)=="row"):
  l=int(r.get("r")or l+1)
  c={};n=0
  for e in r:
    a=re.match("[A-Z]*",e.get("r")or"")[0]
    n=sum((ord(x)-64)*26**m for m,x in enumerate(reversed(a)))if a else n+1
    c[n]=z(cell(e))
  if l>int(h) and str(l) not in o and any(c.values())and(not s or c.get(int(s),"")==v):print(c.get(int(k),""))`;

export const ID_SCRIPTS: Readonly<Record<RegistryFormat, string>> = {
  csv: CSV,
  xlsx: XLSX,
  geojson: GEOJSON,
  ndjson: NDJSON,
  json: LIST,
};

import { sha256Hex } from 'oracle-runtime/kit';
import { readParts } from '../archive/read-parts.js';
import type { ShownPicture } from './shown-pictures.js';

const DRAWING = /<(?:\w+:)?drawing\b[^>]*>[\s\S]*?<\/(?:\w+:)?drawing>/g;
const EMBEDDED = /\br:embed="([^"]*)"/g;
const RELATION = /<Relationship\b[^>]*>/g;
const EMU_OF_POINT = 12_700;

/** Elements of a picture that is only put at its place; programs that save a document anew write these. */
const PLAIN = new Set(
  'drawing inline extent effectExtent docPr cNvGraphicFramePr graphicFrameLocks graphic graphicData pic nvPicPr cNvPr cNvPicPr picLocks blipFill blip srcRect stretch fillRect spPr xfrm off ext prstGeom avLst extLst useLocalDpi creationId noFill ln'.split(
    ' ',
  ),
);
/** Attributes that crop, turn or hide; what is nought or as usual changes nothing. */
const CHANGING =
  /\b(?:l|t|r|b)="-?[1-9]\d*%?"|\brot="-?[1-9]\d*"|\bflip[HV]="(?!0|false)[^"]*"|\bprst="(?!rect")[^"]*"|\bhidden="(?!0|false)[^"]*"/g;
const PLACED = /<(?:\w+:)?(?:srcRect|fillRect|xfrm|prstGeom|docPr)\b[^>]*>/g;

/** The pictures that the text of a Word document leads to, in its order, each with what changes how it looks. */
export async function drawnInDocx(file: Buffer): Promise<ShownPicture[]> {
  const parts = await readParts(file);
  const text = (name: string) => parts.get(name)?.toString('utf8') ?? '';
  const targets = new Map(
    (text('word/_rels/document.xml.rels').match(RELATION) ?? []).map((relation) => [
      /\bId="([^"]*)"/.exec(relation)?.[1],
      /\bTarget="([^"]*)"/.exec(relation)?.[1] ?? '',
    ]),
  );
  const pictureOf = (id: string | undefined) => {
    const target = targets.get(id) ?? '';
    const part = parts.get(target.startsWith('/') ? target.slice(1) : `word/${target}`);
    return part === undefined ? `nothing at ${target}` : sha256Hex(part);
  };
  const document = text('word/document.xml');
  const drawn = (document.match(DRAWING) ?? []).flatMap((drawing): ShownPicture[] =>
    [...drawing.matchAll(EMBEDDED)].map(([, id]) => ({
      what: [pictureOf(id), ...changesOf(drawing)].join(' '),
      box: sizesOf(drawing),
    })),
  );
  const elsewhere = [...document.replace(DRAWING, '').matchAll(EMBEDDED)];
  return [...drawn, ...elsewhere.map(([, id]) => ({ what: `${pictureOf(id)} in no drawing`, box: [] }))];
}

/** What crops, turns, colours or hides it. */
function changesOf(drawing: string): string[] {
  const elements = [...drawing.matchAll(/<(?:\w+:)?(\w+)\b/g)].flatMap(([, name = '']) =>
    PLAIN.has(name) ? [] : [name],
  );
  const attributes = (drawing.match(PLACED) ?? []).flatMap((element) => element.match(CHANGING) ?? []);
  return [...new Set([...elements, ...attributes])].toSorted();
}

function sizesOf(drawing: string): number[] {
  return [...drawing.matchAll(/\bc[xy]="(\d+)"/g)].map(([, length]) => Number(length) / EMU_OF_POINT);
}

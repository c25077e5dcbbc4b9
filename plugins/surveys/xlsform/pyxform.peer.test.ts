import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { buildForm } from '../form/build-form.js';
import { LANGUAGE_CODES } from '../form/languages.js';
import { TEMPLATE_NAMES, type TemplateName } from '../form/templates/index.js';
import { compileXForm } from '../xform/compile-xform.js';
import { writeXlsForm } from './write-xlsform.js';

/** `.ci/run` puts it there; elsewhere name another. */
const PYTHON = process.env['ORACLE_TEST_PYXFORM'] ?? '.cache/pyxform/bin/python';

const run = promisify(execFile);

/** Converts an XLSForm and has ODK Validate look at it; or validates an XForm as it is. */
const SCRIPT = `
import sys, json
from pyxform.validators import odk_validate
if sys.argv[1].endswith('.xml'):
    print(json.dumps({'warnings': odk_validate.check_xform(sys.argv[1])}))
else:
    from pyxform.xls2xform import xls2xform_convert
    print(json.dumps({'warnings': xls2xform_convert(sys.argv[1], sys.argv[2], validate=True)}))
`;

function formOf(template: TemplateName, enumerators: readonly string[] = []) {
  return buildForm({
    formId: `${template}_test`,
    version: '2026030101',
    template,
    languages: LANGUAGE_CODES,
    enumerators,
    questions: [
      {
        name: 'roof',
        label: { en: '=cmd|"/c calc"!A1 <b>&', sw: 'Paa?' },
        type: 'one of',
        choices: [
          { name: 'tin', label: 'Tin & nails' },
          { name: 'straw', label: '-straw' },
        ],
      },
      {
        name: 'rooms',
        label: 'Rooms',
        type: 'whole number',
        min: 1,
        max: 20,
        askedIf: { question: 'roof', is: 'tin' },
      },
      { name: 'pets', label: 'Pets', type: 'several of', choices: [{ name: 'dog', label: 'Dog' }] },
    ],
  });
}

describe('pyxform and ODK Validate', () => {
  it.each<readonly [TemplateName, readonly string[]]>([
    ['stove_use', ['Amina', 'Juma']],
    ...TEMPLATE_NAMES.map((name) => [name, []] as const),
  ])(
    'take the XLSForm and the XForm of %s, visited by %j, and find nothing to warn of',
    async (template, enumerators) => {
      const form = formOf(template, enumerators);
      const dir = await mkdtemp(join(tmpdir(), 'xlsform-'));
      try {
        const [xlsx, made, own] = [`${form.formId}.xlsx`, 'made.xml', 'own.xml'].map((name) =>
          join(dir, name),
        ) as [string, string, string];
        await writeFile(
          join(dir, `${form.households}.csv`),
          'name,label,stratum,enumerator,order\nHH-1,HH-1,north,amina,1\n',
        );
        await writeFile(xlsx, await writeXlsForm(form, 0));
        await writeFile(own, compileXForm(form));
        const converted = await run(PYTHON, ['-c', SCRIPT, xlsx, made]);
        expect(JSON.parse(converted.stdout)).toEqual({ warnings: [] });
        const validated = await run(PYTHON, ['-c', SCRIPT, own]);
        expect(JSON.parse(validated.stdout)).toEqual({ warnings: [] });
        // What our own compiler says of each question is what pyxform makes of the workbook.
        expect(bindsOf(await readFile(own, 'utf8'))).toEqual(bindsOf(await readFile(made, 'utf8')));
      } finally {
        await rm(dir, { recursive: true });
      }
    },
    60_000,
  );
});

/** The binds of a form, attribute by attribute, whatever their order. */
function bindsOf(xml: string): Record<string, string>[] {
  return [...xml.matchAll(/<bind\s([^>]*?)\/>/g)]
    .map(([, attributes = '']) =>
      Object.fromEntries(
        [...attributes.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, key, value]) => [key, squeezed(value)]),
      ),
    )
    .toSorted((a, b) => String(a['nodeset']).localeCompare(String(b['nodeset'])));
}

const squeezed = (value = '') =>
  value
    .replaceAll('&gt;', '>')
    .replaceAll('&lt;', '<')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\s*([(),=\]])\s*/g, '$1')
    .trim();

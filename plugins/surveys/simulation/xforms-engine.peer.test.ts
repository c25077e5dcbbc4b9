import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildForm, enumeratorCode } from '../form/build-form.js';
import { stepsOf } from '../form/form-model.js';
import { TEMPLATE_NAMES } from '../form/templates/index.js';
import { householdsCsv } from '../households/household-list.js';
import { compileXForm } from '../xform/compile-xform.js';
import { toText } from './evaluate.js';
import { interview } from './interview.js';
import { seededRandom } from './random.js';
import type { InEngine, LedInterview } from './testing/in-engine.js';

const CHROMIUM = process.env['ORACLE_TEST_CHROMIUM'] ?? '/usr/bin/chromium';
const INTERVIEWS = 100;
const TODAY = '2026-03-01';

let browser: Browser;
let page: Page;
beforeAll(async () => {
  if (!existsSync(CHROMIUM))
    throw new Error(`These tests need Chromium at ${CHROMIUM}, or where ORACLE_TEST_CHROMIUM says.`);
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'testing/in-engine.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    logLevel: 'silent',
  });
  browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  page = await browser.newPage();
  // The engine wants a page of a safe origin.
  await page.route('https://forms.example/', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>forms</title>' }),
  );
  await page.goto('https://forms.example/');
  await page.addScriptTag({ type: 'module', content: outputFiles[0]?.text ?? '' });
  await page.waitForFunction(() => 'conduct' in globalThis);
}, 60_000);
afterAll(() => browser?.close());

const visits = ['HH-1', 'HH-2', 'HH-3', 'HH-4'].map((unitId, at) => ({
  unitId,
  stratum: at % 2 === 0 ? 'north' : 'south',
  order: at + 1,
  enumerator: at < 2 ? 'Amina' : 'Juma',
}));

describe('the engine of ODK Web Forms', () => {
  it.each(TEMPLATE_NAMES)(
    'leads the simulated interviews of %s the same way, and works the same out of them',
    async (template) => {
      const form = buildForm({
        formId: template,
        version: '2026030101',
        template,
        languages: ['en', 'sw'],
        enumerators: ['Amina', 'Juma'],
        questions: [
          { name: 'roof', label: 'Roof', type: 'yes or no', required: true },
          {
            name: 'rooms',
            label: 'Rooms',
            type: 'whole number',
            min: 1,
            max: 9,
            required: true,
            askedIf: { question: 'roof', is: 'yes' },
          },
        ],
      });
      const random = seededRandom(7);
      const led = Array.from({ length: INTERVIEWS }, () =>
        interview(form, visits, enumeratorCode, TODAY, random),
      );
      const questions = new Set(
        [...stepsOf(form.steps)].flatMap(({ step }) => (step.kind === 'question' ? [step.name] : [])),
      );
      const given = led.map(
        ({ answers }): LedInterview => ({
          answers: Object.fromEntries(
            [...answers]
              .filter(([name]) => questions.has(name))
              .map(([name, value]) => [name, toText(value)]),
          ),
        }),
      );
      const conducted = await page.evaluate(
        ([xml, csv, interviews]) =>
          (
            globalThis as unknown as {
              conduct(xml: string, csv: string, all: readonly LedInterview[]): Promise<InEngine[]>;
            }
          ).conduct(xml, csv, interviews),
        [compileXForm(form), householdsCsv(visits, enumeratorCode), given] as const,
      );
      for (const [at, { asked, answers }] of led.entries()) {
        const inEngine = conducted[at];
        expect(inEngine?.relevant, `interview ${at}`).toEqual(asked);
        expect(inEngine?.violations, `interview ${at}`).toEqual([]);
        for (const name of ['status', 'stratum'])
          expect(inEngine?.values[name] ?? '', `${name} of ${at}`).toBe(toText(answers.get(name) ?? ''));
        const [own, theirs] = [answers.get('value'), inEngine?.values['value']];
        if (own === undefined) expect(theirs, `value of ${at}`).toBeUndefined();
        else expect(Number(theirs), `value of ${at}`).toBeCloseTo(Number(own), 9);
      }
    },
    60_000,
  );
});

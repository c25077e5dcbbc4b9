/**
 * What the page costs whoever looks at it, in Chromium beside the built oracle on loopback: script of the first load,
 * time to the first paint, and the main thread while an answer of 60 KB comes in 200 pieces a second.
 * `npx tsx bench/page.ts`; needs a build and Chromium (`ORACLE_TEST_CHROMIUM`).
 */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { newPage, send, startChromium } from '../src/http/testing/in-browser.js';
import { startScriptedModelServer } from '../src/testing/scripted-model-server.js';
import { type OracleProcess, OracleProject } from '../test/support/oracle-process.js';

const ROUNDS = 5;
const BYTES = 60_000;
const PIECES_PER_SECOND = 200;
const PIECE = 20;

/** An answer as models write them: headings, words with figures, lists, tables, code. */
function longAnswer(): string[] {
  const part = (at: number) =>
    [
      `## Part ${at}`,
      `The **mean** of stratum ${at} is 0.${at}12 with a standard error of 0.0${at}, and \`n = ${at * 17}\` units were drawn. ${'Words of an ordinary paragraph go on for a while. '.repeat(6)}`,
      Array.from(
        { length: 6 },
        (_, line) => `- point ${line} of part ${at}, which costs ${line * 3}.50`,
      ).join('\n'),
      [
        '| unit | weight |',
        '|---|--:|',
        ...Array.from({ length: 8 }, (_, row) => `| HH-${row} | ${row}.${at} |`),
      ].join('\n'),
      `\`\`\`python\nfor unit in range(${at}):\n    print(unit)\n\`\`\``,
    ].join('\n\n');
  let text = '';
  for (let at = 1; text.length < BYTES; at++) text += `${part(at)}\n\n`;
  return text.slice(0, BYTES).match(new RegExp(`[^]{1,${PIECE}}`, 'g')) ?? [];
}

async function signedIn(
  project: OracleProject,
  oracle: OracleProcess,
  browser: Browser,
): Promise<BrowserContext> {
  const { stdout } = await project.run(['login']);
  const context = await browser.newContext({ locale: 'en-GB' });
  const page = await newPage(context);
  await page.goto(`${oracle.url}/${stdout.trim().replace(/^.*(?=#login)/, '')}`);
  await page.locator('#composer').waitFor();
  await page.close();
  return context;
}

/** @returns milliseconds from the navigation to the first paint, and kilobytes of script on the wire */
async function firstLoad(
  browser: Browser,
  context: BrowserContext,
  url: string,
): Promise<{ paint: number; script: number; work: number }> {
  const page = await newPage(context);
  const { beforePaint } = await tasksOf(browser, page, async () => {
    await page.goto(url);
    await page.locator('#composer').waitFor();
  });
  const found = (await page.evaluate(`(async () => ({
    paint: await new Promise((resolve) => {
      new PerformanceObserver((list) => {
        for (const { name, startTime } of list.getEntries()) if (name === 'first-contentful-paint') resolve(startTime);
      }).observe({ type: 'paint', buffered: true });
    }),
    script: performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1000,
  }))()`)) as { paint: number; script: number };
  await page.close();
  return { ...found, work: beforePaint };
}

interface Streaming {
  /** The longest task, in milliseconds of processor time: what others do on the machine does not count. */
  readonly longest: number;
  readonly shift: number;
  readonly seconds: number;
}

/** What a trace says of each task: its thread, and the microseconds of processor time that it took. */
interface Traced {
  readonly name: string;
  /** Microseconds. */
  readonly ts: number;
  readonly pid: number;
  readonly tid: number;
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

/**
 * Milliseconds of processor time of each task of the page's main thread, while something is done, and of those before the
 * first paint.
 */
async function tasksOf(
  browser: Browser,
  page: Page,
  work: () => Promise<void>,
): Promise<{ readonly all: number[]; readonly beforePaint: number }> {
  await browser.startTracing(page, {
    categories: ['toplevel', 'loading', 'disabled-by-default-devtools.timeline'],
  });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: Traced[] };
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents.filter(
    ({ name, pid, tid }) => name.endsWith('RunTask') && mains.has(`${pid} ${tid}`),
  );
  const paint = traceEvents.find(({ name }) => name === 'firstContentfulPaint');
  const sum = tasks
    .filter(({ ts, pid }) => paint !== undefined && pid === paint.pid && ts < paint.ts)
    .reduce((total, { tdur = 0 }) => total + tdur, 0);
  return { all: tasks.map(({ tdur = 0 }) => tdur / 1000), beforePaint: sum / 1000 };
}

/** The main thread while an answer comes. */
async function stream(browser: Browser, context: BrowserContext, url: string): Promise<Streaming> {
  const page = await newPage(context);
  await page.goto(url);
  await page.locator('#composer').waitFor();
  await page.waitForLoadState('networkidle');
  await page.evaluate(`
    window.shifts = [];
    new PerformanceObserver((list) => shifts.push(...list.getEntries().map(({ value, sources }) => ({
      value, of: sources.map(({ node }) => node?.className || node?.nodeName).join(' '),
    })))).observe({ type: 'layout-shift' });
  `);
  const started = performance.now();
  let seconds = 0;
  const { all: tasks } = await tasksOf(browser, page, async () => {
    await send(page, 'Tell me all.');
    await page.locator('.answer .tools').waitFor({ timeout: 60_000 });
    seconds = (performance.now() - started) / 1000;
  });
  const shifts = (await page.evaluate('shifts')) as { readonly value: number; readonly of: string }[];
  await page.close();
  if (process.argv.includes('--details')) console.log(shifts, tasks.toSorted((a, b) => b - a).slice(0, 12));
  return {
    longest: Math.max(...tasks),
    shift: shifts.reduce((sum, { value }) => sum + value, 0),
    seconds,
  };
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

async function main(): Promise<void> {
  const pieces = longAnswer();
  const model = await startScriptedModelServer({
    answer: {
      text: pieces,
      usage: { inputTokens: 100, outputTokens: pieces.length },
      chunkDelayMs: 1000 / PIECES_PER_SECOND,
    },
  });
  const project = new OracleProject({
    env: { LLM_BASE_URL: model.url, LLM_API_KEY: 'none', LLM_MODEL: 'fake', RATE_LIMIT_PER_MINUTE: '100000' },
  });
  const browser = await startChromium();
  try {
    const oracle = await project.start();
    const loads = [];
    for (let round = 0; round < ROUNDS; round++) {
      // A context of its own: nothing is cached.
      const context = await signedIn(project, oracle, browser);
      loads.push(await firstLoad(browser, context, oracle.url));
      await context.close();
    }
    const context = await signedIn(project, oracle, browser);
    const streams = [];
    for (let round = 0; round < 3; round++) streams.push(await stream(browser, context, oracle.url));
    console.table({
      'script of the first load, KB packed': loads[0]?.script.toFixed(1),
      'first paint, ms (median)': median(loads.map(({ paint }) => paint)).toFixed(0),
      'first paint, ms (worst)': Math.max(...loads.map(({ paint }) => paint)).toFixed(0),
      'its work before, ms of processor time': median(loads.map(({ work }) => work)).toFixed(0),
      'pieces a second': (pieces.length / median(streams.map(({ seconds }) => seconds))).toFixed(0),
      'longest task, ms of processor time': streams.map(({ longest }) => longest.toFixed(1)).join(', '),
      'layout shift': streams.map(({ shift }) => shift.toFixed(4)).join(', '),
    });
  } finally {
    await browser.close();
    await project.remove();
    await model.close();
  }
}

await main();

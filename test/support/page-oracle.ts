import type { Browser, BrowserContext, Page } from 'playwright-core';
import { newPage, startChromium } from '../../src/http/testing/in-browser.js';
import { startScriptedModelServer } from '../../src/testing/scripted-model-server.js';
import type { ScriptedStep } from '../../src/testing/scripted-step.js';
import { OracleProject } from './oracle-process.js';

/** What a model does about a message with these words: one step, and the next once its calls were answered. */
export type Scripts = Map<string, readonly ScriptedStep[]>;

/** A model's turn that calls one tool. */
export function call(name: string, args: Readonly<Record<string, unknown>>): ScriptedStep {
  return { toolCalls: [{ name, args }] };
}

/** An oracle whose model plays scripts, and a browser that looks at it. */
export interface PageOracle {
  readonly url: string;
  readonly browser: Browser;
  /** The one-time code of the link that a command prints. */
  codeOf(...command: string[]): Promise<string>;
  /** A page of whoever that link is for; the owner without a command. */
  signedIn(context: BrowserContext, ...command: string[]): Promise<Page>;
  close(): Promise<void>;
}

export async function startPageOracle(scripts: Scripts): Promise<PageOracle> {
  const model = await startScriptedModelServer({
    answer: ({ messages }) => {
      const asked = messages.findLastIndex(({ role }) => role === 'user');
      const words = JSON.stringify(messages[asked]?.['content'] ?? '');
      const done = messages.slice(asked).filter(({ role }) => role === 'tool').length;
      for (const [key, steps] of scripts) if (words.includes(key)) return steps[done] ?? { text: 'Done.' };
      return { text: 'Okay.' };
    },
  });
  const project = new OracleProject({
    env: {
      RATE_LIMIT_PER_MINUTE: '100000',
      LLM_API_KEY: 'test',
      LLM_BASE_URL: model.url,
      LLM_MODEL: 'scripted',
    },
  });
  const { url } = await project.start();
  const browser = await startChromium();

  async function codeOf(...command: string[]): Promise<string> {
    const { code, stdout, stderr } = await project.run(command);
    if (code !== 0) throw new Error(`oracle ${command.join(' ')} ended with ${code}: ${stderr}`);
    return /#login=(\S+)/.exec(stdout)?.[1] ?? '';
  }

  return {
    url,
    browser,
    codeOf,
    async signedIn(context, ...command) {
      const opened = await newPage(context);
      await opened.goto(`${url}/#login=${await codeOf(...(command.length === 0 ? ['login'] : command))}`);
      await opened.locator('#composer').waitFor();
      return opened;
    },
    async close() {
      await browser.close();
      await project.remove();
      await model.close();
    },
  };
}

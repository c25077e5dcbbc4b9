import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';

const root = fileURLToPath(new URL('..', import.meta.url));
const trees: string[] = [];
afterEach(async () => {
  for (const tree of trees.splice(0)) await rm(tree, { recursive: true });
});

const report = z.object({
  summary: z.object({
    violations: z.array(z.object({ from: z.string(), rule: z.object({ name: z.string() }) })),
    totalCruised: z.number(),
  }),
});

/** `rule: file` for every broken rule, sorted. */
async function violationsIn(tree: string): Promise<{ broken: string[]; files: number }> {
  const bin = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const args = [bin, 'src', 'plugins', '--config', '.dependency-cruiser.cjs', '--output-type', 'json'];
  const stdout = await new Promise<string>((resolve, reject) => {
    execFile(process.execPath, args, { cwd: tree, maxBuffer: 64_000_000 }, (error, out, err) => {
      // The exit code is the number of violations.
      if (out === '') reject(error ?? new Error(err));
      else resolve(out);
    });
  });
  const { summary } = report.parse(JSON.parse(stdout));
  const broken = summary.violations.map(({ rule, from }) => `${rule.name}: ${from}`).sort();
  return { broken: [...new Set(broken)], files: summary.totalCruised };
}

/** A small house with the real rules and these files. */
async function houseWith(files: Readonly<Record<string, string>>): Promise<string> {
  const tree = await mkdtemp(join(tmpdir(), 'arrows-'));
  trees.push(tree);
  for (const name of ['.dependency-cruiser.cjs', 'tsconfig.json', 'package.json']) {
    await cp(join(root, name), join(tree, name));
  }
  await symlink(join(root, 'node_modules'), join(tree, 'node_modules'));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(tree, path)), { recursive: true });
    await writeFile(join(tree, path), text);
  }
  return tree;
}

const plugin = "import { definePlugin } from 'oracle-runtime/plugin';\nexport default definePlugin;\n";
const SOUND = {
  'src/plugin/index.ts': "export { definePlugin } from './define-plugin.js';\n",
  'src/plugin/define-plugin.ts': 'export const definePlugin = 1;\n',
  'src/http/index.ts':
    "import { definePlugin } from '../plugin/index.js';\nexport const http = definePlugin;\n",
  'src/shipped-app.ts':
    "import plugins from '../plugins/index.js';\nimport { http } from './http/index.js';\nvoid [plugins, http];\n",
  'plugins/index.ts':
    "import a from './a/index.js';\nimport b from './b/index.js';\nexport default [a, b];\n",
  'plugins/a/index.ts': plugin,
  'plugins/b/index.ts': plugin,
};

describe('the arrows of the house', () => {
  it('hold in this tree', async () => {
    const { broken, files } = await violationsIn(root);
    expect(broken).toEqual([]);
    expect(files).toBeGreaterThan(50);
    // It reads every file of the project, which takes its time beside other tests.
  }, 120_000);

  it('let a sound house pass, also when types know each other and tests know everything', async () => {
    const tree = await houseWith({
      ...SOUND,
      'src/http/one.ts': "import type { Two } from './two.js';\nexport type One = Two | 1;\n",
      'src/http/two.ts': "import type { One } from './one.js';\nexport type Two = One | 2;\n",
      'plugins/b/service.ts': 'export const Service = 1;\n',
      'plugins/a/user.ts': "import { Service } from '../b/service.js';\nexport const used = Service;\n",
      'src/http/index.test.ts': "import b from '../../plugins/b/index.js';\nvoid b;\n",
      'src/testing/index.ts': "import { http } from '../http/index.js';\nexport const served = http;\n",
      'plugins/a/index.test.ts': "import { served } from '../../src/testing/index.js';\nvoid served;\n",
    });
    expect((await violationsIn(tree)).broken).toEqual([]);
  });

  it('catch every way to cross them', async () => {
    const tree = await houseWith({
      ...SOUND,
      'src/plugin/leak.ts': "import { http } from '../http/index.js';\nexport const leak = http;\n",
      'src/http/list.ts': "import plugins from '../../plugins/index.js';\nexport const list = plugins;\n",
      'src/http/ping.ts': "import { pong } from './pong.js';\nexport const ping = () => pong;\n",
      'src/http/pong.ts': "import { ping } from './ping.js';\nexport const pong = () => ping;\n",
      'src/http/lost.ts': "import { lost } from './nowhere.js';\nexport const found = lost;\n",
      'src/http/fixture.test.ts': 'export const fixture = 1;\n',
      'src/http/cheat.ts': "import { fixture } from './fixture.test.js';\nexport const cheat = fixture;\n",
      'src/http/dev.ts': "import fc from 'fast-check';\nexport const dev = fc;\n",
      'src/kit/http.ts': "import { http } from '../http/index.js';\nexport const kit = http;\n",
      'src/mcp-client/http.ts': "import { http } from '../http/index.js';\nexport const mcp = http;\n",
      'src/client/http.ts': "import { http } from '../http/index.js';\nexport const client = http;\n",
      'src/planner/http.ts': "import { http } from '../http/index.js';\nexport const plan = http;\n",
      'src/models/agent.ts': "import { agent } from '../agent/agent.js';\nexport const model = agent;\n",
      'src/agent/agent.ts': 'export const agent = 1;\n',
      'src/agent/door.ts': "import { http } from '../http/index.js';\nexport const door = http;\n",
      'src/runs/agent.ts': "import { agent } from '../agent/agent.js';\nexport const run = agent;\n",
      'src/operations/http.ts': "import { http } from '../http/index.js';\nexport const view = http;\n",
      'src/store/agent.ts': "import { agent } from '../agent/agent.js';\nexport const row = agent;\n",
      'plugins/a/core.ts': "import { http } from '../../src/http/index.js';\nexport const core = http;\n",
      'plugins/a/types.ts':
        "import type { http } from '../../src/http/index.js';\nexport type Http = typeof http;\n",
      'plugins/a/inner.ts':
        "import { definePlugin } from '../../src/plugin/define-plugin.js';\nexport const inner = definePlugin;\n",
      'plugins/a/other.ts': "import b from '../b/index.js';\nexport const other = b;\n",
      'plugins/a/core.test.ts': "import { http } from '../../src/http/index.js';\nvoid http;\n",
      'plugins/a/testing/app.ts': "import { http } from '../../../src/http/index.js';\nvoid http;\n",
      'plugins/a/late.ts': "export const late = () => import('../b/index.js');\n",
      'plugins/b/tools.ts': 'export const tools = 1;\n',
      'plugins/sampling/registry/sorter/run.ts': 'export const run = 1;\n',
      'plugins/sampling/frame.ts':
        "import { run } from './registry/sorter/run.js';\nexport const frame = run;\n",
      'plugins/index.ts': "import { tools } from './b/tools.js';\nexport default [tools];\n",
    });
    expect((await violationsIn(tree)).broken).toEqual([
      'contract-stands-alone: src/plugin/leak.ts',
      'models-know-no-agent: src/models/agent.ts',
      'no-cycles: src/http/ping.ts',
      'no-dev-dependency-in-what-ships: src/http/dev.ts',
      'no-test-code-in-what-ships: src/http/cheat.ts',
      'operations-know-only-the-contract: src/operations/http.ts',
      'plugins-do-not-know-each-other: plugins/a/late.ts',
      'plugins-do-not-know-each-other: plugins/a/other.ts',
      'plugins-know-only-the-contract: plugins/a/core.ts',
      'plugins-know-only-the-contract: plugins/a/inner.ts',
      'plugins-know-only-the-contract: plugins/a/types.ts',
      'resolvable: src/http/lost.ts',
      'runs-know-no-agent: src/runs/agent.ts',
      'tests-of-plugins-have-what-authors-have: plugins/a/core.test.ts',
      'tests-of-plugins-have-what-authors-have: plugins/a/testing/app.ts',
      'the-agent-knows-no-door: src/agent/door.ts',
      'the-client-knows-only-the-contract: src/client/http.ts',
      'the-core-knows-no-plugin: src/http/list.ts',
      'the-kit-stands-alone: src/kit/http.ts',
      'the-list-sees-only-the-doors: plugins/index.ts',
      'the-mcp-client-knows-only-the-contract: src/mcp-client/http.ts',
      'the-planner-reads-only-the-contract: src/planner/http.ts',
      'the-sorter-has-one-door: plugins/sampling/frame.ts',
      'the-store-knows-only-the-contract: src/store/agent.ts',
    ]);
  });
});

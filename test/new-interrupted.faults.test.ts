import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type LedgerNode, startLedgerNode } from '../plugins/gateway/testing/ledger-node.js';
import { OracleProject } from './support/oracle-process.js';

const ADDRESS = 'ixo19rl4cm2hmr8afy4kldpxz3fka4jguq0ar4n0mx';

let node: LedgerNode;
let project: OracleProject;
beforeEach(async () => {
  node = await startLedgerNode({ mines: false });
  node.fund(ADDRESS);
  project = new OracleProject({ files: { words: `${'abandon '.repeat(11)}about` } });
});
afterEach(async () => {
  node.close();
  await project.remove();
});

it('makes one project and one entity, however often it is killed on the way', async () => {
  const mining = setInterval(() => node.mine(), 400);
  const begun = () =>
    readdirSync(project.dir).some(
      (name) => name.includes('.partial-') && existsSync(join(project.dir, name, '.oracle-new.json')),
    );
  const args = () =>
    begun()
      ? ['new', 'demo', '--resume']
      : ['new', 'demo', '--no-install', '--mnemonic-file', 'words', '--chain', node.url];
  for (let ms = 500; ms <= 3_000 && !existsSync(join(project.dir, 'demo')); ms += 250)
    await project.kill(args(), ms);
  if (!existsSync(join(project.dir, 'demo')))
    expect(await project.run(args())).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('entityDid'),
    });
  clearInterval(mining);
  node.mine();
  expect(node.entities()).toHaveLength(1);
  const config = JSON.parse(readFileSync(join(project.dir, 'demo/oracle.config.json'), 'utf8'));
  expect(config).toMatchObject({ name: 'demo', entityDid: node.entities()[0]?.entityDid });
  expect(readdirSync(join(project.dir, 'demo'))).not.toContain('.oracle-new.json');
});

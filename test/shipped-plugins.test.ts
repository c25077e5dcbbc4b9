import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { optionalPlugins, shippedPlugins } from '../plugins/index.js';
import { declaredCapabilities } from '../src/boot/capabilities.js';
import { bootedCapabilities, bootedOperations } from './support/booted-capabilities.js';

it('ships plugins that pass the checks which their boots are spared', async () => {
  const shipped = shippedPlugins;
  // Without `proven`, so a schema that no model can be told, or an example that does not fit, ends this boot.
  const capabilities = await bootedCapabilities(shipped);
  // Those that a variable turns on are out while it is blank, as here.
  const offered = shipped
    .filter(({ enabledBy = [] }) => enabledBy.length === 0)
    .flatMap((plugin) => [...declaredCapabilities(plugin)])
    .filter(({ manifest }) => manifest.loading !== 'silent');
  expect(capabilities.map(({ name }) => name)).toEqual(
    expect.arrayContaining(offered.map(({ name }) => name)),
  );
});

it('says of each change that an agent can make how it is taken back, or why it is not', async () => {
  const operations = await bootedOperations(shippedPlugins);
  const changing = operations.filter(({ effect, tool }) => effect !== 'read' && tool !== false);
  expect(changing.length).toBeGreaterThan(20);
  expect(changing.filter(({ undo }) => undo === undefined).map(({ name }) => name)).toEqual([]);
});

it('leaves out of the bundle what optional plugins have installed: a bundled copy is another module than they know', () => {
  const options = readFileSync(new URL('../scripts/bundle-options.mjs', import.meta.url), 'utf8');
  const external = options.slice(options.indexOf('external: ['), options.indexOf('alias: {'));
  const named = optionalPlugins.flatMap(({ packages = {} }) => Object.keys(packages));
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !external.includes(`'${name}'`))).toEqual([]);
});

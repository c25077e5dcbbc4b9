#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';

const cli = new URL('../dist/cli.js', import.meta.url);
if (!existsSync(cli)) {
  console.error('The oracle is not built yet. Run: npm start   (or: npm run build)');
  process.exit(1);
}
// What a start allocates is used once. V8 takes it for the beginning of more, doubles the room for what is young again and
// again, and keeps it: 30 MB that nothing needs afterwards. Under load it may grow as ever.
setFlagsFromString('--semi-space-growth-factor=1');
setTimeout(() => setFlagsFromString('--semi-space-growth-factor=2'), 5_000).unref();
const { main } = await import(cli.href);
await main(process.argv);

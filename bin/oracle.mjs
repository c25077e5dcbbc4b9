#!/usr/bin/env node
import { existsSync } from 'node:fs';

const cli = new URL('../dist/cli.js', import.meta.url);
if (!existsSync(cli)) {
  console.error('The oracle is not built yet. Run: npm start   (or: npm run build)');
  process.exit(1);
}
const { main } = await import(cli.href);
await main(process.argv);

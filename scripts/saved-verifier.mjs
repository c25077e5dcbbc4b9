// The verifier of draws as one page for a disk: what it runs and looks like stands in it, and its policy allows that alone.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { build } from 'esbuild';

/**
 * Lets `import('./saved.html')` give the whole page as a text.
 * @param options those of the page's own build that hold for this one too
 */
export function savedVerifier(options) {
  return {
    name: 'saved-verifier',
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]saved\.html$/ }, async ({ path }) => {
        const script = await bundle(path.replace(/html$/, 'tsx'), { ...options, format: 'iife' });
        const style = await bundle('web/src/style/index.css', options);
        const contents = [
          ['sha256-script', hash(script)],
          ['sha256-style', hash(style)],
          ['/*script*/', script],
          ['/*style*/', style],
        ].reduce((page, [place, text]) => page.replace(place, () => text), readFileSync(path, 'utf8'));
        return { contents, loader: 'text' };
      });
    },
  };
}

async function bundle(entry, options) {
  const { outputFiles } = await build({ ...options, entryPoints: [entry], bundle: true, write: false });
  return outputFiles[0].text.trim();
}

function hash(text) {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

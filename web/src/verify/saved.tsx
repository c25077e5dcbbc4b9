import { render } from 'preact';
import { LanguageChoice } from '../app/language-choice.js';
import { loadScreenWords, startWords, t } from '../words/all.js';
import { asRecord } from './draw-record.js';
import { DrawFacts, Verifier } from './verifier.js';

/** The verifier with one record, as a file of its own: it asks no server for anything, today or in ten years. */
async function start(): Promise<void> {
  const root = document.getElementById('app');
  const record = asRecord(JSON.parse(document.getElementById('record')?.textContent ?? 'null'));
  if (root === null || record === undefined) return;
  await startWords();
  await loadScreenWords();
  document.title = t('verify.page');
  render(
    <main class="door wide" id="main">
      <header>
        <h1>{t('verify.page')}</h1>
        <p>{t('verify.savedHow')}</p>
        <LanguageChoice />
      </header>
      <section class="panel">
        <DrawFacts record={record} />
      </section>
      <Verifier record={record} />
    </main>,
    root,
  );
}

void start();

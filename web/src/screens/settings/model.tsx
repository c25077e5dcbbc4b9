import { useState } from 'preact/hooks';
import { attempt } from '../../app/faults.js';
import { client } from '../../app/oracle.js';
import { Markdown } from '../../markdown/markdown.js';
import { CopyButton } from '../../ui/copy-button.js';
import { scrolls } from '../../ui/scrolls.js';
import { t } from '../../words/all.js';

const LINES = 'LLM_API_KEY=...\nLLM_BASE_URL=https://api.openai.com/v1\nLLM_MODEL=...';

/** Which model answers: a try of it, and the lines of `.env` that choose one. No secret is typed into a page. */
export function ModelSection() {
  const [said, setSaid] = useState<string>();
  const [model, setModel] = useState<string>();
  const [busy, setBusy] = useState(false);
  async function test() {
    setBusy(true);
    setSaid(undefined);
    setModel(undefined);
    await attempt(async () => {
      const sessionId = await client.sessions.create();
      let words = '';
      const told: string[] = [];
      for await (const event of client.send(sessionId, t('model.question'))) {
        if (event.type === 'notice') told.push(event.text);
        if (event.type === 'message') words += event.content;
        if (event.type === 'done') setModel(event.usage.model);
        if (event.type === 'error') words += event.message;
      }
      setSaid([...told, words].join('\n\n'));
      await client.sessions.remove(sessionId);
    });
    setBusy(false);
  }
  return (
    <section class="part">
      <h2>{t('model.title')}</h2>
      <p>{t('model.how')}</p>
      <figure class="code">
        <figcaption>
          <span>.env</span>
          <CopyButton text={LINES} />
        </figcaption>
        <pre ref={scrolls}>
          <code>{LINES}</code>
        </pre>
      </figure>
      <button type="button" disabled={busy} onClick={() => void test()}>
        {busy && <span class="spinner" />} {t('model.test')}
      </button>
      {said !== undefined && (
        <blockquote class="panel" role="status">
          <p class="soft">{model === undefined ? t('model.offline') : t('model.by', { model })}</p>
          <Markdown text={said} />
        </blockquote>
      )}
    </section>
  );
}

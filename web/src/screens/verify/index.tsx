import { useEffect, useState } from 'preact/hooks';
import { attempt } from '../../app/faults.js';
import { oracle } from '../../app/oracle.js';
import { route } from '../../app/route.js';
import { Icon } from '../../ui/icon.js';
import { asRecord, type DrawRecord } from '../../verify/draw-record.js';
import { saveVerifier } from '../../verify/save-verifier.js';
import { DrawFacts, Verifier } from '../../verify/verifier.js';
import { t } from '../../words/all.js';

/**
 * `#/verify?record=/public/...` shows a published record to anybody and repeats its draw; without one it takes a record
 * from a file. No account, nothing leaves the browser.
 */
export function PublicVerifier() {
  const place = route.value.query.get('record');
  const [record, setRecord] = useState<DrawRecord>();
  const [fault, setFault] = useState<string>();

  async function take(json: Promise<unknown>, otherwise: 'verify.noRecord' | 'verify.noRecordFile') {
    setFault(undefined);
    const read = asRecord(await json.catch(() => undefined));
    setRecord(read);
    if (read === undefined) setFault(t(otherwise));
  }
  useEffect(() => {
    document.title = t('verify.page');
    // A published file of this oracle, and nothing else: the address of the page is anybody's to write.
    if (place?.startsWith('/public/') === true) void take(published(place), 'verify.noRecord');
  }, [place]);

  return (
    <main class="door wide" id="main">
      <header>
        <p class="soft">
          {oracle.name} · <a href="#/">{t('verify.home')}</a>
        </p>
        <h1>{t('verify.page')}</h1>
        <p>{t('verify.pageHow')}</p>
      </header>
      {fault !== undefined && (
        <p class="refused" role="alert">
          <Icon name="warn" /> {fault}
        </p>
      )}
      {record === undefined ? (
        <section class="panel">
          <label class="pick">
            <span>{t('verify.pick')}</span>
            <input
              type="file"
              accept=".json,application/json"
              onChange={({ currentTarget }) => {
                const file = currentTarget.files?.[0];
                if (file !== undefined) void take(file.text().then(JSON.parse), 'verify.noRecordFile');
              }}
            />
          </label>
        </section>
      ) : (
        <>
          <section class="panel">
            <DrawFacts record={record} />
          </section>
          <Verifier record={record} />
          <p class="row">
            <button type="button" onClick={() => void attempt(() => saveVerifier(record))}>
              <Icon name="download" /> {t('verify.save')}
            </button>
            <span class="soft">{t('verify.saveWhat')}</span>
          </p>
        </>
      )}
    </main>
  );
}

async function published(place: string): Promise<unknown> {
  // What is no longer published is gone, though the browser may have a copy.
  const response = await fetch(place, { credentials: 'omit', cache: 'no-store' });
  if (!response.ok) throw new Error(String(response.status));
  return response.json();
}

import { useEffect, useRef, useState } from 'preact/hooks';
import { CopyButton } from '../ui/copy-button.js';
import { Icon } from '../ui/icon.js';
import { plainly } from '../ui/plainly.js';
import { scrolls } from '../ui/scrolls.js';
import { fullTime, language, t } from '../words/all.js';
import { isLate } from './authority-fault.js';
import { canRepeat, type DrawRecord } from './draw-record.js';
import { readRegistry } from './read-registry.js';
import { sameLines } from './same-lines.js';
import { timeOfRound } from './seed-fault.js';
import { type Check, checkRecord, repeatDraw } from './verify-draw.js';

/** What a workbook begins with, which is an archive. */
const ZIP = 'PK\u0003\u0004';

/**
 * Repeats a draw in this browser. The record shows by itself that it was not changed and that its tickets are right; with
 * the registry, that no other unit had to be drawn. Neither leaves the browser.
 */
export function Verifier({ record }: { readonly record: DrawRecord }) {
  const [checks, setChecks] = useState<readonly Check[]>([]);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const picker = useRef<HTMLInputElement>(null);
  useEffect(() => {
    setFault(undefined);
    void checkRecord(record).then(setChecks);
  }, [record]);

  async function repeat(file: File | undefined) {
    if (file === undefined) return;
    setBusy(true);
    setFault(undefined);
    try {
      // What an earlier file has shown says nothing of this one.
      setChecks(await checkRecord(record));
      const text = await file.text();
      const frame = text.startsWith(ZIP) ? undefined : readRegistry(text, record.frame.columns);
      if (frame !== undefined) setChecks(await repeatDraw(record, frame));
      else if (text.startsWith(ZIP)) setFault(t('verify.onlyCsv'));
      else setFault(t('verify.noColumn', { column: plainly(record.frame.columns.id) }));
    } finally {
      setBusy(false);
    }
  }

  const repeated = checks.some(({ name }) => name === 'draw');
  const failed = checks.some(({ passed }) => !passed);
  // A wrong file proves nothing of the record, neither for nor against it.
  const isOtherFile = checks.some(({ name, passed, other }) => name === 'frame' && !passed && other === true);
  return (
    <section class="verifier panel" aria-label={t('verify.title')}>
      <h3>{t('verify.title')}</h3>
      <p class="soft">{t('verify.how')}</p>
      <ul class="checks" aria-live="polite">
        {checks.map(({ name, passed, detail }) => (
          <li key={name} class={passed ? 'passed' : 'failed'}>
            <Icon name={passed ? 'check' : 'warn'} />
            <span>
              {t(`verify.${name}.${passed ? 'passed' : 'failed'}`)} <code>{plainly(detail)}</code>
            </span>
          </li>
        ))}
      </ul>
      {repeated && !failed && (
        <p class="verdict">
          <Icon name="check" /> {t('verify.same', { count: countOf(record) })}
        </p>
      )}
      {!failed && (
        <ul class="warnings">
          <li>
            <Icon name="warn" /> {restsOn(record)}
          </li>
          {record.frame.columns.adopter !== undefined && (
            <li>
              <Icon name="warn" /> {t('verify.adopters', { column: plainly(record.frame.columns.adopter) })}
            </li>
          )}
          <li>
            <Icon name="warn" /> {t('verify.unsigned')}
          </li>
        </ul>
      )}
      {failed && (
        <p class="verdict failed" role="alert">
          <Icon name="warn" />{' '}
          {isOtherFile
            ? t('verify.otherFile', { name: plainly(record.frame.name), sha256: record.frame.sha256 })
            : t('verify.differs')}
        </p>
      )}
      {fault !== undefined && (
        <p class="refused" role="alert">
          {fault}
        </p>
      )}
      {canRepeat(record) ? (
        <div class="row">
          <button type="button" class="main" disabled={busy} onClick={() => picker.current?.click()}>
            {busy ? <span class="spinner" /> : <Icon name="file" />}{' '}
            {t('verify.choose', { name: plainly(record.frame.name) })}
          </button>
          <input
            ref={picker}
            class="registry-file"
            type="file"
            accept=".csv,.tsv,.txt,text/csv"
            aria-label={t('verify.choose', { name: plainly(record.frame.name) })}
            hidden
            onChange={({ currentTarget }) => void repeat(currentTarget.files?.[0])}
          />
          <span class="soft">{t('verify.stays')}</span>
        </div>
      ) : (
        <p>{t('verify.otherMethod', { method: record.algorithm })}</p>
      )}
      <WithoutPage record={record} />
    </section>
  );
}

function countOf(record: DrawRecord): number {
  return record.strata.reduce((sum, { selected }) => sum + selected.length, 0);
}

/** What a record cannot show by itself. */
function restsOn({ seed: { origin } }: DrawRecord): string {
  if (origin.kind === 'typed') return t('verify.rests.typed');
  const committed = fullTime(origin.commitment.committedAt);
  if (origin.kind === 'drand') {
    const { round } = origin.beacon;
    return t('verify.rests.drand', { round: String(round), committed, known: fullTime(timeOfRound(round)) });
  }
  const { source } = origin.commitment;
  const authority = source.kind === 'authority' ? plainly(source.authority) : '';
  const { value, reference, publicAt } = origin.authority;
  const rests = t('verify.rests.authority', {
    authority,
    committed,
    value: plainly(value),
    reference: plainly(reference),
    known: publicAt === undefined ? t('verify.noDay') : dayOrTime(publicAt),
  });
  if (source.kind !== 'authority') return rests;
  if (source.reference === undefined || source.publicFrom === undefined)
    return `${rests} ${t('verify.unnamed')}`;
  return isLate(source, origin.authority)
    ? `${rests} ${t('verify.late', { day: dayOrTime(source.publicFrom) })}`
    : rests;
}

/** A time as people say it, a day as it stands. */
function dayOrTime(at: string): string {
  return at.includes('T') ? fullTime(at) : at;
}

/** The lines that do the same without this page. */
function WithoutPage({ record }: { readonly record: DrawRecord }) {
  return (
    <details>
      <summary>{t('verify.without')}</summary>
      {sameLines(record).map(({ does, stratum, command, expect }) => (
        <figure key={command} class="code">
          <figcaption>
            <span>
              {t(`verify.line.${does}`)}
              {typeof stratum === 'string' && `: ${plainly(stratum)}`}
            </span>
            <CopyButton text={command} />
          </figcaption>
          <pre ref={scrolls}>
            <code>{expect === undefined ? command : `${command}\n# ${expect}`}</code>
          </pre>
        </figure>
      ))}
    </details>
  );
}

/** What a draw says: when, of how many, by which seed, and its units. */
export function DrawFacts({ record }: { readonly record: DrawRecord }) {
  const { drawnAt, frame, seed, strata, algorithm } = record;
  return (
    <>
      <dl class="facts">
        <dt>{t('draw.at')}</dt>
        <dd>{fullTime(drawnAt)}</dd>
        <dt>{t('draw.frame')}</dt>
        <dd>
          {plainly(frame.name)}, {t('draw.units', { count: frame.size })}
        </dd>
        <dt>{t('draw.seed')}</dt>
        <dd>
          <code>{plainly(seed.text)}</code> ({seed.origin.kind})
        </dd>
        <dt>{t('draw.method')}</dt>
        <dd>
          <code>{algorithm}</code>
        </dd>
      </dl>
      {strata.map(({ name, selected, replacements }) => (
        <details key={name}>
          <summary>
            {plainly(name ?? t('draw.all'))}: {selected.length.toLocaleString(language.value)}
            {replacements.length > 0 && ` + ${t('draw.replacements', { count: replacements.length })}`}
          </summary>
          <section class="units" ref={scrolls} aria-label={plainly(name ?? t('draw.all'))}>
            <table class="plain">
              <thead>
                <tr>
                  <th scope="col" class="right">
                    #
                  </th>
                  <th scope="col">{t('draw.unit')}</th>
                  <th scope="col">{t('draw.ticket')}</th>
                </tr>
              </thead>
              <tbody>
                {[...selected, ...replacements].map(({ order, id, ticket }) => (
                  <tr key={id}>
                    <td class="right">{order}</td>
                    <td>{plainly(id)}</td>
                    <td>
                      <code>{ticket?.slice(0, 16)}</code>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        </details>
      ))}
    </>
  );
}

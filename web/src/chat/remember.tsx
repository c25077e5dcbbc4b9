import type { ArgumentRule } from 'oracle-runtime/client';
import { useState } from 'preact/hooks';
import { fullTime, t } from '../words/index.js';
import type { Decided } from './thread.js';

const DAYS = [1, 7, 30, 90] as const;
const DAY_MS = 24 * 3_600_000;
/** A little less than the most: the oracle takes 90 days, by its own clock. */
const SLACK_MS = 3_600_000;

type Args = Readonly<Record<string, unknown>>;

/** Folders in which the paths of a call lie, by the names of their arguments; never the root. */
export function foldersOf(args: Args): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(args).flatMap(([name, value]) => {
      const paths = Array.isArray(value) ? value : [value];
      const folders = new Set(paths.map(folderOf));
      const [folder] = folders;
      return folders.size === 1 && folder !== undefined ? [[name, folder]] : [];
    }),
  );
}

function folderOf(path: unknown): string | undefined {
  return typeof path === 'string' ? /^(\/[^\n]*[^/\n])\/[^/\n]+\/?$/.exec(path)?.[1] : undefined;
}

/** For how long such calls are allowed, and whether for everything in the same folders. */
export interface Remembering {
  readonly days: number;
  readonly inFolders: boolean;
}

function until(days: number): string {
  const most = DAYS.at(-1) ?? days;
  return new Date(Date.now() + days * DAY_MS - (days === most ? SLACK_MS : 0)).toISOString();
}

/** What is remembered with a decision about a call with these arguments. */
export function rememberOf({ days, inFolders }: Remembering, args: Args): NonNullable<Decided['remember']> {
  const rules = Object.entries(inFolders ? foldersOf(args) : {}).map(
    ([name, under]): [string, ArgumentRule] => [name, { under }],
  );
  return {
    until: until(days),
    ...(rules.length === 0 ? {} : { args: Object.fromEntries(rules) }),
  };
}

/** Asks for how long such calls may be made without a question; said in full, for nobody allows more than they read. */
export function RememberForm({
  args,
  onAllow,
}: {
  readonly args: Args;
  onAllow(remembering: Remembering): void;
}) {
  const [days, setDays] = useState<number>(DAYS[1]);
  const [inFolders, setInFolders] = useState(false);
  const folders = [...new Set(Object.values(foldersOf(args)))];
  return (
    <details class="remember">
      <summary>{t('approval.always')}</summary>
      <p>{t(inFolders ? 'approval.alwaysFolder' : 'approval.alwaysSame', { folder: folders.join(', ') })}</p>
      {folders.length > 0 && (
        <label class="choice">
          <input
            type="checkbox"
            checked={inFolders}
            onChange={({ currentTarget }) => setInFolders(currentTarget.checked)}
          />
          {t('approval.inFolder', { folder: folders.join(', ') })}
        </label>
      )}
      <div class="row">
        <label class="choice">
          {t('approval.forDays')}
          <select value={days} onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}>
            {DAYS.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </select>
        </label>
        <button type="button" onClick={() => onAllow({ days, inFolders })}>
          {t('approval.allowUntil', { at: fullTime(until(days)) })}
        </button>
      </div>
    </details>
  );
}

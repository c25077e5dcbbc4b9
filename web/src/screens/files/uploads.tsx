import { OracleError } from 'oracle-runtime/client';
import { useEffect, useRef, useState } from 'preact/hooks';
import { attempt, wordsOf } from '../../app/faults.js';
import { client } from '../../app/oracle.js';
import { sightOf, sureOfSight, within } from '../../app/sight.js';
import { confirm } from '../../ui/dialog.js';
import { Icon } from '../../ui/icon.js';
import { useOnline } from '../../ui/use-online.js';
import { language, sizeOf, t } from '../../words/all.js';

interface Upload {
  readonly key: number;
  readonly name: string;
  readonly size: number;
  readonly fraction: number;
  readonly fault?: string;
  readonly stop: AbortController;
}

interface UploadsProps {
  readonly folder: string;
  onDone(): void;
}

/** The person would rather leave it. */
class Left extends Error {}

let keys = 0;

/**
 * Files go up piece by piece, by the button or dropped anywhere on the screen. One that was cut, even by closing the page,
 * goes on where it stopped when the same file is chosen again.
 */
export function Uploads({ folder, onDone }: UploadsProps) {
  const [all, setAll] = useState<readonly Upload[]>([]);
  const [over, setOver] = useState(false);
  const isOnline = useOnline();
  const picker = useRef<HTMLInputElement>(null);

  async function take(files: readonly File[]) {
    if (files.length === 0) return;
    const names = files.map(({ name }) => name).join(', ');
    let sure = false;
    await attempt(async () => {
      sure = await sureOfSight({ path: within(folder) }, names, t('files.upload'));
    });
    if (!sure) return;
    for (const file of files) {
      keys += 1;
      const key = keys;
      const stop = new AbortController();
      const update = (changes: Partial<Upload>) =>
        setAll((before) => before.map((each) => (each.key === key ? { ...each, ...changes } : each)));
      setAll((before) => [...before, { key, name: file.name, size: file.size, fraction: 0, stop }]);
      const forget = () => setAll((before) => before.filter((each) => each.key !== key));
      put(file, `${folder}/${file.name}`, {
        signal: stop.signal,
        onFraction: (fraction) => update({ fraction }),
      }).then(
        () => {
          forget();
          onDone();
        },
        (error: unknown) => (error instanceof Left ? forget() : update({ fault: wordsOf(error) })),
      );
    }
  }

  useEffect(() => {
    const drag = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files') !== true) return;
      event.preventDefault();
      setOver(event.type === 'dragover');
      if (event.type === 'drop') void take([...event.dataTransfer.files]);
    };
    addEventListener('dragover', drag);
    addEventListener('drop', drag);
    return () => {
      removeEventListener('dragover', drag);
      removeEventListener('drop', drag);
    };
  }, [folder]);

  return (
    <section class={over ? 'drop over' : 'drop'} aria-label={t('files.upload')}>
      <button type="button" class="main" onClick={() => picker.current?.click()}>
        <Icon name="upload" /> {t('files.upload')}
      </button>
      <span class="soft">{t('files.drop')}</span>
      <input
        ref={picker}
        class="upload-file"
        type="file"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          void take([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
      {all.length > 0 && (
        <ul class="uploads">
          {all.map(({ key, name, size, fraction, fault, stop }) => (
            <li key={key}>
              <span class="grow">{name}</span>
              {fault === undefined ? (
                <>
                  <progress value={fraction} max={1} aria-label={name} />
                  <span class="soft figure-of">
                    {isOnline
                      ? t('files.sent', {
                          share: fraction.toLocaleString(language.value, { style: 'percent' }),
                          size: sizeOf(size),
                        })
                      : t('files.offline')}
                  </span>
                </>
              ) : (
                <span class="refused">{fault}</span>
              )}
              <button
                type="button"
                class="quiet icon"
                aria-label={t('files.stop', { name })}
                onClick={() => {
                  stop.abort();
                  setAll((before) => before.filter((each) => each.key !== key));
                }}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Goes on with an upload of the same file to the same place, if there was one. */
async function put(
  file: File,
  path: string,
  {
    signal,
    onFraction,
  }: {
    readonly signal: AbortSignal;
    onFraction(fraction: number): void;
  },
): Promise<void> {
  const kept = `oracle-upload ${path} ${file.size} ${file.lastModified}`;
  const before = localStorage.getItem(kept);
  const options = {
    path,
    ...(file.type === '' ? {} : { contentType: file.type }),
    signal,
    onBegun: (location: string) => localStorage.setItem(kept, location),
    onProgress: (sent: number, total: number) => onFraction(total === 0 ? 1 : sent / total),
  };
  const send = async () => {
    if (before !== null) {
      try {
        await client.upload(file, { ...options, resumeAt: before });
        return;
      } catch (error) {
        if (!OracleError.isInstance(error) || (error.status !== 404 && error.status !== 410)) throw error;
      }
    }
    await client.upload(file, options);
  };
  try {
    await send();
  } catch (error) {
    if (!OracleError.isInstance(error) || error.code !== 'conflict') throw error;
    const { seenBy } = await sightOf({ path });
    const sure = await confirm({
      title: t('files.replace', { name: file.name }),
      text: t(seenBy === 'everybody' ? 'files.replacePublic' : 'files.replaceWhat'),
      act: t('files.replaceIt'),
    });
    if (!sure) throw new Left();
    await client.upload(file, { ...options, overwrite: true });
  }
  localStorage.removeItem(kept);
}

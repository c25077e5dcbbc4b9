import { useEffect, useState } from 'preact/hooks';
import { announce } from '../../app/announce.js';
import { attempt, note } from '../../app/faults.js';
import { change } from '../../app/oracle.js';
import { passkeyFault, passkeyPlace, rememberPasskey } from '../../app/passkey.js';
import type { Passkey } from '../../passkeys/ceremony.js';
import { CopyButton } from '../../ui/copy-button.js';
import { confirm } from '../../ui/dialog.js';
import { Shown } from '../../ui/frame.js';
import { Icon } from '../../ui/icon.js';
import { useRead } from '../../ui/use-read.js';
import { t, when } from '../../words/all.js';

interface Devices {
  readonly passkeys: readonly Passkey[];
  readonly noPasskeys: 'address' | 'insecure' | 'unnamed' | null;
  readonly noLink: 'insecure' | 'unnamed' | null;
}

/** What signs the person in besides a link: their passkeys, and a code for another device. */
export function DevicesSection() {
  const devices = useRead<Devices>('/auth/devices');
  return (
    <section class="part" id="devices">
      <h2>{t('devices.title')}</h2>
      <Shown reading={devices}>
        {({ passkeys, noPasskeys, noLink }) => (
          <>
            <p class="soft">{t('devices.why')}</p>
            {noPasskeys === null ? (
              <Make onMade={devices.again} />
            ) : (
              <p class="panel">{t(`devices.no.${noPasskeys}`)}</p>
            )}
            {passkeys.length > 0 && (
              <ul class="cards">
                {passkeys.map((passkey) => (
                  <PasskeyCard key={passkey.id} passkey={passkey} again={devices.again} />
                ))}
              </ul>
            )}
            <h3>{t('devices.other')}</h3>
            {noLink === null ? <OtherDevice /> : <p class="panel">{t(`devices.noLink.${noLink}`)}</p>}
          </>
        )}
      </Shown>
    </section>
  );
}

function Make({ onMade }: { onMade(): void }) {
  const [name, setName] = useState(thisDevice());
  const [busy, setBusy] = useState(false);
  if (passkeyPlace === 'never') return <p class="panel">{t('devices.unsupported')}</p>;
  if (passkeyPlace !== 'here')
    return (
      <p class="panel">
        {t('passkey.elsewhere')} <a href={`${passkeyPlace.at}/#/settings`}>{passkeyPlace.at}</a>
      </p>
    );

  async function make() {
    setBusy(true);
    try {
      const { makePasskey } = await import('../../passkeys/ceremony.js');
      await makePasskey(name.trim());
      rememberPasskey('used');
      note(t('devices.made'));
      onMade();
    } catch (error) {
      note(passkeyFault(error), 'bad');
    } finally {
      setBusy(false);
    }
  }

  return (
    <form
      class="panel form"
      onSubmit={(event) => {
        event.preventDefault();
        void make();
      }}
    >
      <label>
        <span>{t('keys.name')}</span>
        <input
          type="text"
          required
          maxLength={100}
          value={name}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
      </label>
      <button type="submit" class="main" disabled={busy || name.trim() === ''}>
        <Icon name="key" /> {t('devices.make')}
      </button>
    </form>
  );
}

function PasskeyCard({ passkey, again }: { readonly passkey: Passkey; again(): void }) {
  const { id, name, synced, createdAt, lastUsedAt } = passkey;
  return (
    <li class="card">
      <span class="grow">
        <strong>{name}</strong>
        <span class="soft">
          {t('devices.since', { at: when(createdAt) })} ·{' '}
          {lastUsedAt === null ? t('keys.unused') : t('keys.used', { at: when(lastUsedAt) })}
        </span>
      </span>
      {synced && <span class="badge">{t('devices.synced')}</span>}
      <button
        type="button"
        class="bad"
        onClick={() =>
          void confirm({
            title: t('devices.end', { name }),
            text: t('devices.endWhat'),
            act: t('keys.endIt'),
            bad: true,
          }).then((sure) =>
            sure ? attempt(() => change('DELETE', `/auth/passkeys/${id}`)).then(again) : undefined,
          )
        }
      >
        {t('keys.endIt')}
      </button>
    </li>
  );
}

interface DeviceLink {
  readonly link: string;
  readonly svg: string;
  readonly expiresAt: string;
}

/** A code for the camera of another device, until it is over. */
function OtherDevice() {
  const [shown, setShown] = useState<DeviceLink | 'over'>();
  useEffect(() => {
    if (shown === undefined || shown === 'over') return;
    const over = setTimeout(() => {
      setShown('over');
      announce(t('devices.over'));
    }, Date.parse(shown.expiresAt) - Date.now());
    return () => clearTimeout(over);
  }, [shown]);
  const show = () =>
    void attempt(async () => setShown(await change<DeviceLink>('POST', '/auth/devices/link')));
  return (
    <div class="panel">
      <button type="button" onClick={show}>
        {t('devices.show')}
      </button>
      {shown === 'over' && <p class="soft">{t('devices.over')}</p>}
      {typeof shown === 'object' && (
        <figure class="qr">
          <img
            width="264"
            height="264"
            alt={t('devices.code')}
            src={`data:image/svg+xml,${encodeURIComponent(shown.svg)}`}
          />
          <figcaption>
            {t('devices.how', { at: when(shown.expiresAt) })} <CopyButton text={shown.link} />
          </figcaption>
        </figure>
      )}
    </div>
  );
}

const BROWSERS = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['Firefox', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const;

/** What a person would call the device that they hold, as far as it says. */
function thisDevice(): string {
  const { userAgent } = navigator;
  // Most of them name the others too, so the rarer is looked for first.
  const browser = BROWSERS.find(([mark]) => userAgent.includes(`${mark}/`))?.[1] ?? '';
  const system = /\b(Android|iPhone|iPad|Windows|Mac OS X|Linux)\b/.exec(userAgent)?.[1] ?? '';
  return [browser, system.replace('Mac OS X', 'Mac')].filter((part) => part !== '').join(', ');
}

import { useEffect, useState } from 'preact/hooks';
import { attempt, note } from '../../app/faults.js';
import { client } from '../../app/oracle.js';
import { LANGUAGES, t } from '../../words/all.js';

type Preferences = Readonly<Record<string, string>>;

const CHOICES = {
  tone: ['brief', 'friendly', 'formal', 'detailed'],
  units: ['metric', 'imperial'],
  decimals: ['point', 'comma'],
  thousands: ['comma', 'point', 'space', 'apostrophe', 'none'],
} as const;

const PATH = '/user-preferences';

/** How the person wants to be answered, in every conversation: what stands here goes with each question. */
export function PreferencesSection() {
  const [held, setHeld] = useState<{ readonly tag: string; readonly preferences: Preferences }>();
  const take = async (response: Response) =>
    setHeld({
      tag: response.headers.get('ETag') ?? '',
      preferences: (await response.json()) as Preferences,
    });
  useEffect(() => {
    client.call('GET', PATH).then(take, () => undefined);
  }, []);
  if (held === undefined) return null;
  const { preferences } = held;
  // Another page may have changed them meanwhile: then nothing is overwritten, and what stands is read again.
  const set = (name: string, value: string) =>
    attempt(async () => {
      const { [name]: _, ...others } = preferences;
      const body = value === '' ? others : { ...others, [name]: value };
      await client.call('PUT', PATH, { body, headers: { 'If-Match': held.tag } }).then(take);
      note(t('preferences.kept'));
    }).then((done) => (done ? undefined : client.call('GET', PATH).then(take)));
  return (
    <section class="part">
      <h2>{t('preferences.title')}</h2>
      <div class="panel form">
        <label>
          <span>{t('preferences.language')}</span>
          <select
            value={preferences['language'] ?? ''}
            onChange={({ currentTarget }) => void set('language', currentTarget.value)}
          >
            <option value="">{t('preferences.unset')}</option>
            {Object.entries(languages(preferences['language'])).map(([tag, name]) => (
              <option key={tag} value={tag}>
                {name}
              </option>
            ))}
          </select>
        </label>
        {Object.entries(CHOICES).map(([name, values]) => (
          <label key={name}>
            <span>{t(`preferences.${name as keyof typeof CHOICES}`)}</span>
            <select
              value={preferences[name] ?? ''}
              onChange={({ currentTarget }) => void set(name, currentTarget.value)}
            >
              <option value="">{t('preferences.unset')}</option>
              {values.map((value) => (
                <option key={value} value={value}>
                  {t(`preferences.${name as keyof typeof CHOICES}.${value}` as Parameters<typeof t>[0])}
                </option>
              ))}
            </select>
          </label>
        ))}
        <label>
          <span>{t('preferences.timeZone')}</span>
          <select
            value={preferences['timeZone'] ?? ''}
            onChange={({ currentTarget }) => void set('timeZone', currentTarget.value)}
          >
            <option value="">{t('preferences.unset')}</option>
            {zones(preferences['timeZone']).map((zone) => (
              <option key={zone} value={zone}>
                {zone}
              </option>
            ))}
          </select>
        </label>
      </div>
    </section>
  );
}

/** Those of the page, and one that was set elsewhere. */
function languages(set: string | undefined): Readonly<Record<string, string>> {
  return set === undefined || set in LANGUAGES ? LANGUAGES : { ...LANGUAGES, [set]: set };
}

function zones(set: string | undefined): readonly string[] {
  const known = Intl.supportedValuesOf('timeZone');
  return set === undefined || known.includes(set) ? known : [set, ...known];
}

import { zoneInWords } from 'oracle-runtime/kit';
import type { Schedule } from './schedule.js';

/** Languages in which cronstrue words a schedule, by the tag that people set. */
const LOCALES: Readonly<Record<string, string>> = { de: 'de', fr: 'fr', es: 'es', pt: 'pt_BR', sw: 'sw' };

const UNTIL: Readonly<Record<string, string>> = {
  de: 'bis',
  fr: "jusqu'au",
  es: 'hasta',
  pt: 'até',
  sw: 'hadi',
};

/** A schedule in words, such as `At 08:00, only on Monday (Africa/Nairobi)`, with the last time of one that ends. */
export async function scheduleInWords(schedule: Schedule, language: string | undefined): Promise<string> {
  if ('at' in schedule)
    return `${instantInWords(schedule.at, schedule.zone, language)} (${zoneInWords(schedule.zone)})`;
  const { until, zone } = schedule;
  const end =
    until === undefined
      ? ''
      : `, ${UNTIL[language?.split('-')[0] ?? ''] ?? 'until'} ${instantInWords(until, zone, language)}`;
  const { default: cronstrue } = await import('cronstrue/dist/cronstrue-i18n.js');
  const locale = LOCALES[language?.split('-')[0] ?? ''] ?? 'en';
  // Croner writes the last Friday of a month as `5#L`, cronstrue as `5L`.
  const pattern = schedule.cron.replaceAll('#L', 'L');
  try {
    return `${cronstrue.toString(pattern, { locale, use24HourTimeFormat: true })}${end} (${zoneInWords(zone)})`;
  } catch {
    // A pattern that is due and that it has no words for is told as it stands.
    return `${schedule.cron}${end} (${zoneInWords(zone)})`;
  }
}

/** An instant as it stands on the clock there: `Mon 30 Nov 2026, 08:00`. */
export function instantInWords(instant: number, zone: string, language: string | undefined): string {
  return new Intl.DateTimeFormat(supported(language), {
    timeZone: zone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(instant);
}

function supported(language: string | undefined): string {
  const [known] = language === undefined ? [] : Intl.DateTimeFormat.supportedLocalesOf(language);
  return known ?? 'en-GB';
}

import type { FileRead } from '../logger-files/read-logger-file.js';
import type { previewOf } from '../services/preview.js';
import { passedOverWords } from '../use/use-warnings.js';

type Preview = ReturnType<typeof previewOf>;

const MOST_LISTED = 20;

export function previewWords({ fileCount, passedOver, sensors, readings, from, to }: Preview): string {
  const others = passedOverWords(passedOver).map((words) => ` ${words}`);
  return `${fileCount} file(s) with ${readings} readings of ${sensors.count} sensor(s)${from === null ? '' : `, from ${from} to ${to}`}.${others.join('')}`;
}

/** A row a file and a row a sensor. */
export function presentPreview(preview: Preview): object {
  const { files, sensors, timeZone } = preview;
  return {
    summary: previewWords(preview),
    timeZone,
    files: files.slice(0, MOST_LISTED).map((read) => ({
      file: read.file,
      shape: read.shape,
      firstLine: read.firstLine,
      readings: read.readings,
      dates: read.days ?? 'year first',
      times: read.times,
      unit: read.unit,
      leftOut: leftOutWords(read),
    })),
    columns: files.slice(0, 1).map(({ columns, unread }) => ({ ...columns, unread })),
    sensors: sensors.first.slice(0, MOST_LISTED),
  };
}

function leftOutWords(read: FileRead): string {
  const said = (['unreadable', 'impossible', 'twice', 'never'] as const).flatMap((why) => {
    const { count, examples } = read[why];
    return count === 0 ? [] : [`${count} ${why} (line ${examples[0]?.line})`];
  });
  return said.length === 0 ? 'nothing' : said.join(', ');
}

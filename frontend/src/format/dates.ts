/** Times of the record, as this visitor's clock and calendar show them. */
const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const CLOCK = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

export function moment(millis: number): string {
  return MOMENT.format(millis);
}

export function clock(millis: number): string {
  return CLOCK.format(millis);
}

/** A moment as a field for date and time holds it. */
export function typed(moment: Date): string {
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** When this day began. */
export function today(): Date {
  const midnight = new Date();
  midnight.setHours(0, 0, 0, 0);
  return midnight;
}

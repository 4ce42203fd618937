/** Dates and times in the visitor's time zone and language. */
const DATE_AND_TIME = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const TIME = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

export function dateAndTime(millis: number): string {
  return DATE_AND_TIME.format(millis);
}

export function timeOfDay(millis: number): string {
  return TIME.format(millis);
}

/** The value of an `<input type="datetime-local">`. */
export function dateTimeField(date: Date): string {
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

export function startOfToday(): Date {
  const midnight = new Date();
  midnight.setHours(0, 0, 0, 0);
  return midnight;
}

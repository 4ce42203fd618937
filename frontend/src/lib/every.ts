/** Do something now and then again and again; returns how to stop. For `onMount`. */
export function every(millis: number, action: () => void): () => void {
  action();
  const timer = setInterval(action, millis);
  return () => clearInterval(timer);
}

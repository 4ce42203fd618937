/** Answers of the server whose body is there at once: reading a real one takes some turns of the event loop, nobody knows how many. */
export function jsonResponse(body: unknown, status = 200): Response {
  const text = JSON.stringify(body);
  return { ok: status < 400, status, json: () => Promise.resolve(JSON.parse(text) as unknown) } as Response;
}

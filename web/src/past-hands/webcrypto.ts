/** SHA-256 and HMAC of WebCrypto, and byte encodings of docs/fair-deal.md. */

/** Return whether WebCrypto is available; browsers restrict it to HTTPS and localhost. */
export const canHash = (): boolean => Boolean(globalThis.crypto?.subtle);

export function concatenate(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
}

export async function sha256(...parts: Uint8Array[]): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", concatenate(...parts)));
}

export async function hmac(key: Uint8Array, ...parts: Uint8Array[]): Promise<Uint8Array> {
  const cryptoKey = await crypto.subtle.importKey("raw", concatenate(key), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", cryptoKey, concatenate(...parts)));
}

export const u16 = (n: number): Uint8Array => Uint8Array.of(n >> 8, n & 255);
export const u32 = (n: number): Uint8Array => Uint8Array.of(n >>> 24, (n >> 16) & 255, (n >> 8) & 255, n & 255);

/** Encode a text as its length in bytes followed by UTF-8. */
export function utf8(text: string): Uint8Array {
  const bytes = new TextEncoder().encode(text);
  return concatenate(u16(bytes.length), bytes);
}

export const tag = (name: string): Uint8Array => new TextEncoder().encode(`hoyle fair 1 ${name}\0`);

export const toBytes = (hex: string): Uint8Array =>
  Uint8Array.from({ length: hex.length / 2 }, (_, index) => Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16));

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

export const equalBytes = (a: Uint8Array, b: Uint8Array): boolean => toHex(a) === toHex(b);

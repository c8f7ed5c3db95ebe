import { expect, test } from "vitest";
import { browserName } from "./account";

test("a browser is called by its name, whatever else it claims to be", () => {
  const chrome = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36";
  expect(browserName(chrome)).toBe("Chrome");
  expect(browserName(`${chrome} Edg/140.0`)).toBe("Edge");
  expect(browserName("python-httpx/0.28")).toBe("a program");
});

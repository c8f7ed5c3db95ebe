/** Posted signs, fetched over HTTP. */

import type { HomeGameResponse, PostedSignResponse } from "../lib/api";
import { api } from "../lib/http";

export const fetchSign = (table: number): Promise<PostedSignResponse> => api<PostedSignResponse>(`/api/tables/${table}/sign`);
export const fetchHomeSign = (code: string): Promise<HomeGameResponse> => api<HomeGameResponse>(`/api/home/${encodeURIComponent(code)}`);

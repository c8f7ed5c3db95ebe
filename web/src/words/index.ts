/** Every word that the client says by itself, in one catalogue: another language is another set of these files. */
export { account } from "./account";
export { ask } from "./ask";
export { audit } from "./audit";
export { books } from "./books";
export { common } from "./common";
export { dice } from "./dice";
export { floor } from "./floor";
export { games } from "./games";
export { hands } from "./hands";
export { home } from "./home";
export { house } from "./house";
export { lobby } from "./lobby";
export { open } from "./open";
export { odds } from "./odds";
export { poker } from "./poker";
export { settle } from "./settle";
export { table } from "./table";

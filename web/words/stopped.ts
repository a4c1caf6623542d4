/** What is said of a request that does not reach the server, though others do. */
export const stopped = {
  says: "The server answers, but not this: something in your browser, such as an ad blocker, may stop it. Allow it, or try again.",
};

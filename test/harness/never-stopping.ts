/** For code that ends between two steps when the process stops: here it goes on. */
export const neverStopping = new AbortController().signal

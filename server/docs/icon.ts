/** The paw of the store, in its accent. */
export const docsIcon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="10" fill="#1d6b4f"/><g fill="#fff" transform="translate(5.5 5.5) scale(.66)"><ellipse cx="6" cy="15" rx="3" ry="4"/><ellipse cx="12" cy="8" rx="3" ry="4.5"/><ellipse cx="20" cy="8" rx="3" ry="4.5"/><ellipse cx="26" cy="15" rx="3" ry="4"/><path d="M16 15c-5 0-9 6-9 10 0 5 6 3 9 3s9 2 9-3c0-4-4-10-9-10z"/></g></svg>
`

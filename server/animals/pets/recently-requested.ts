/**
 * Whether a text was requested recently, that is, within about as many other texts as there are
 * places. Two texts may rarely be confused, and the memory is constant.
 */
export const recentlyRequested = (places = 16_384): ((text: string) => boolean) => {
  const digests = new Uint32Array(places)
  return (text) => {
    // FNV-1a.
    let digest = 2_166_136_261
    for (let at = 0; at < text.length; at += 1) digest = Math.imul(digest ^ text.charCodeAt(at), 16_777_619)
    digest >>>= 0
    const place = digest % places
    const wasAsked = digests[place] === digest
    digests[place] = digest
    return wasAsked
  }
}

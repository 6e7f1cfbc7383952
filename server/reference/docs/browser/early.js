// Runs before the page is drawn, so that it is drawn once: in the colours that its reader chose.
document.documentElement.dataset.scripted = ''
try {
  const chosen = localStorage.getItem('colorMode')
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen
} catch {
  // Storage is switched off: the system's colours hold.
}

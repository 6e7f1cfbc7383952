// Runs in a guide, before it is drawn: the colours chosen in the reference hold here too.
try {
  const chosen = localStorage.getItem('colorMode')
  if (chosen === 'light' || chosen === 'dark') {
    document.documentElement.style.colorScheme = chosen
  }
} catch {
  // Storage is switched off: the system's colours hold.
}

// Of a console only what was typed is copied, without its prompt.
const commandsOf = (text) => {
  const lines = text.split('\n')
  const isCommand = (at) =>
    lines[at].startsWith('$ ') || (at > 0 && lines[at - 1].endsWith('\\') && isCommand(at - 1))
  return lines
    .filter((_, at) => isCommand(at))
    .map((line) => line.replace(/^\$ /, ''))
    .join('\n')
}

const addCopyButton = (block) => {
  const code = block.querySelector('code')
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  button.addEventListener('click', async () => {
    const isConsole = code.classList.contains('language-console')
    await navigator.clipboard.writeText(isConsole ? commandsOf(code.innerText) : code.innerText)
    button.textContent = 'Copied'
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 2_000)
  })
  const frame = document.createElement('div')
  frame.className = 'code'
  block.replaceWith(frame)
  frame.append(block, button)
}

document.addEventListener('DOMContentLoaded', () => {
  // A page that is not served over TLS has no clipboard.
  if (navigator.clipboard) document.querySelectorAll('article pre').forEach(addCopyButton)
})

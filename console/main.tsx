import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { applyDensity } from './look/density.ts'
import { watchReadOnly } from './platform/maintenance.ts'
import { allowOwnStyles } from './platform/style-nonce.ts'
import { askBeforeBack } from './platform/unsaved.ts'
import { watchEarlyForm } from './session/early-form.ts'
import { takeLinkToken } from './session/link-token.ts'
import { takeProblem } from './session/sign-in-problem.ts'

// Before anything else can read the URL.
takeLinkToken()
takeProblem()
watchEarlyForm()
allowOwnStyles()
applyDensity()
askBeforeBack()
watchReadOnly()
window.addEventListener('hashchange', takeLinkToken)

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)

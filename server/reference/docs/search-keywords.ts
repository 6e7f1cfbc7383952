/**
 * Search terms for a page, an operation or a section, besides its own text, for developers who know other services.
 * General synonyms are in `browser/search-words.js`.
 */
export const searchKeywords: Readonly<Record<string, string>> = {
  '/docs#plans': 'pricing price cost tier tiers free pro business enterprise plan plans quota',
  '/docs#programs':
    'openapi swagger spec specification schema yaml json postman insomnia bruno llm llms ai agent generator codegen',
  '/docs/changelog':
    'changelog release releases notes version versions history changed new deprecated ends removal sunset atom feed',
  '/docs/reference': 'api reference endpoints endpoint routes operations methods rest',
  '/docs/reference/animals': 'pets crud',
  '/docs/reference/events': 'event feed changes poll polling sse',
  '/docs/reference/admin': 'administration accounts keys users bans usage',
  '/docs/guides/first-request':
    'quickstart quick start getting started get start begin hello world introduction tutorial curl example examples api key token ' +
    'apikey python node nodejs',
  '/docs/guides/first-request#get-a-key': 'api key obtain request sign up signup register',
  '/docs/guides/authentication#on-a-server': 'backend server ssr server side rendering listings:read',
  '/docs/guides/command-line':
    'cli terminal shell command line console script bash completion adoption-store npx login logout profile jq',
  '/docs/guides/show-animals':
    'display embed website web page list gallery frontend react nextjs vue html ssr server side rendering widget',
  '/docs/guides/agents': 'mcp model context protocol ai agent assistant llm claude copilot cursor vscode chatgpt tools',
  '/docs/guides/place-orders': 'adopt reserve hold order checkout race condition double booking if-match',
  '/docs/guides/first-request#use-it-in-a-program':
    'sdk client library install npm package node nodejs typescript javascript python requests ' +
    'php go golang bigint int64 64-bit integers',
  '/docs/guides/typescript-client': 'sdk client library install npm package node nodejs typescript javascript',
  '/docs/guides/first-request#in-postman-or-bruno': 'collection insomnia import swagger',
  '/docs/guides/paging':
    'pagination cursor offset next page page size per page limit sort sorting order by filter link header x-next-cursor',
  '/docs/guides/paging#total-count': 'x-total-count count number of results total',
  '/docs/guides/paging#compression': 'gzip brotli br accept-encoding bandwidth',
  '/docs/guides/limits':
    'rate limits throttling 429 too many requests quota retry-after backoff ratelimit headers x-ratelimit-remaining',
  '/docs/guides/limits#use-fewer-requests': 'etag caching cache if-none-match conditional requests 304 not modified',
  '/docs/guides/limits#bans': 'ban banned unban blocked',
  '/docs/guides/errors#precondition_failed': 'if-match optimistic locking concurrency lost update etag',
  '/docs/guides/errors#missing_api_key': 'unauthorized unauthenticated',
  '/docs/guides/errors#invalid_api_key': 'unauthorized unauthenticated',
  '/docs/guides/errors#insufficient_scope': 'forbidden permission denied access denied',
  '/docs/guides/errors#not_owner': 'forbidden permission denied access denied',
  '/docs/guides/errors#when-to-retry': 'retry backoff timeout 503 500',
  '/docs/guides/errors#the-format': 'error handling error object error response request id x-request-id',
  '/docs/guides/errors':
    'error codes status codes 400 401 403 404 409 422 500 503 retry exception validation failed problem ' +
    'unauthorized forbidden conflict not found handling',
  '/docs/guides/idempotency': 'idempotency-key duplicate duplicates twice retry safely exactly once replay double',
  '/docs/guides/animal-profiles':
    'profile listing publish unpublish draft search description markdown attributes breed age distance location near nearby',
  '/docs/guides/photos': 'images pictures upload thumbnail resize jpeg png webp srcset alt text',
  '/docs/guides/applications': 'adoption form questionnaire applicant adopter approve contract',
  '/docs/guides/mirror':
    'sync synchronization synchronise replicate mirror copy cache offline incremental delta changes feed stream sse replay poll',
  '/docs/guides/webhooks':
    'callback hook signature hmac verify secret delivery retries retry standard webhooks svix localhost ngrok tunnel',
  '/docs/guides/webhooks#verify-the-signature':
    'webhook signature hmac sha256 secret whsec security verification webhook-signature',
  '/docs/guides/webhooks#try-it-on-your-own-machine': 'localhost ngrok tunnel local development listen debug cli',
  '/docs/guides/webhooks#when-deliveries-fail':
    'retry retries schedule backoff attempts timeout disabled failed redeliver',
  '/docs/guides/adoption-site': 'public site website theme branding domain logo white label',
  '/docs/guides/gallery':
    'widget embed iframe web component custom element wordpress wix squarespace html javascript react vue svelte nextjs ' +
    'frontend component display',
  '/docs/guides/authentication':
    'authentication authorization header bearer api key secret token credentials ' +
    'publishable key public key browser frontend front end cors origin origins client side javascript angular spa ' +
    'mobile app permissions scopes',
  '/docs/guides/portals': 'syndication adoptapet petfinder upload ftp sftp export feed partners',
  '/docs/guides/coming-from-petfinder':
    'petfinder migration migrate move api v2 compatible compatibility oauth replacement',
  '/docs/guides/moving-in':
    'import animals pets migrate migration csv excel shelterluv petpoint shelter manager bulk spreadsheet data',
  '/docs/guides/people-and-roles':
    'permissions roles users team staff invite password login log in sign in passkey webauthn two factor mfa 2fa session',
  '/docs/guides/single-sign-on': 'sso oidc openid saml oauth okta keycloak google microsoft entra azure login',
  '/docs/guides/moving-in#exporting': 'export csv download dump backup',
  '/docs/guides/gallery#content-security-policy': 'csp',
  '/docs/guides/mail': 'email smtp notification notifications',
  '/docs/guides/audit-log': 'history log compliance security activity trail',
  '/docs/guides/versioning':
    'api version versions stability beta stable breaking changes changelog release compatibility roadmap',
  '/docs/guides/staging': 'sandbox staging test environment environments testing try playground base url server',
  '/docs/guides/deprecated-read':
    'deprecation deprecated sunset removed removal migrate 410 gone get pet by id single animal',
  '/docs/reference/animals#listPets': 'all pets available search filter by status',
  '/docs/reference/animals#createPet': 'create pet add pet new animal post pets',
  '/docs/reference/animals#getPet': 'id single one',
  '/docs/reference/listings#getListing': 'id single one',
  '/docs/reference/admin#endSessions': 'sign out logout log out',
  '/docs/guides/paging#without-headers': 'after',
  '/docs/reference/animals#updatePet': 'status available pending sold mark as adopted',
  '/docs/reference/animals#createPets': 'bulk batch import many create',
  '/docs/reference/imports': 'csv excel spreadsheet bulk file migrate',
  '/docs/reference/imports#createImport': 'import animals pets csv excel spreadsheet upload file',
  '/docs/reference/photos#addPhoto': 'upload photo image picture multipart file',
  '/docs/reference/listings#listListings':
    'search find adoptable dogs cats near nearby geo location radius distance zip postcode filter breed age size available public',
  '/docs/reference/store#placeOrder': 'create order adopt reserve hold purchase',
  '/docs/reference/store#updateOrder': 'cancel order approve order deliver return',
  '/docs/reference/store#getRateLimit': 'remaining quota usage left',
  '/docs/reference/store#getMe': 'whoami who am i current user verify key check key test key',
  '/docs/reference/events#listEvents': 'poll polling feed event changes since history of changes',
  '/docs/reference/events#streamEvents': 'sse eventsource server sent events realtime live subscribe websocket listen',
  '/docs/reference/webhooks#createWebhook': 'subscribe register callback endpoint',
  '/docs/reference/webhooks#redeliver': 'retry resend replay webhook',
  '/docs/reference/admin#createKey': 'new api key token generate issue credentials scopes permissions',
  '/docs/reference/admin#rotateKey': 'renew regenerate api key token',
  '/docs/reference/admin#revokeKey': 'delete api key token disable',
  '/docs/reference/objects': 'schema schemas model models types fields',
}

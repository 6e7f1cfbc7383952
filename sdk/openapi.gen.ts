// Generated from openapi.json by `npm run types -w sdk`: do not edit.
import type { Int64 } from './exact-json.ts'

/** Every error code the service documents. */
export type ErrorCode =
  | 'account_not_found'
  | 'account_suspended'
  | 'body_too_large'
  | 'category_in_use'
  | 'category_not_found'
  | 'daily_quota_exceeded'
  | 'expired_api_key'
  | 'headers_too_large'
  | 'idempotency_key_in_use'
  | 'idempotency_key_reused'
  | 'insufficient_scope'
  | 'internal_error'
  | 'invalid_api_key'
  | 'invalid_cursor'
  | 'invalid_idempotency_key'
  | 'invalid_parameter'
  | 'invalid_transition'
  | 'key_not_found'
  | 'key_temporarily_banned'
  | 'malformed_json'
  | 'malformed_request'
  | 'missing_api_key'
  | 'operation_removed'
  | 'order_not_found'
  | 'origin_not_allowed'
  | 'pet_has_open_order'
  | 'pet_not_available'
  | 'pet_not_found'
  | 'precondition_failed'
  | 'rate_limit_exceeded'
  | 'request_timeout'
  | 'revoked_api_key'
  | 'service_unavailable'
  | 'too_many_streams'
  | 'unknown_parameter'
  | 'unsupported_media_type'
  | 'uri_too_long'
  | 'validation_failed'
  | 'webhook_not_found'
  | 'wrong_environment'

export interface paths {
    "/pets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List animals
         * @description Animals, a page at a time: follow `Link` with `rel="next"`, or send `X-Next-Cursor` as `cursor`.
         */
        get: operations["listPets"];
        put?: never;
        /**
         * Add an animal
         * @description With an `Idempotency-Key`, a repeated request adds nothing and is given the first response again.
         */
        post: operations["createPet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pets/{petId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an animal
         * @deprecated
         * @description Will be removed on 5 December 2030: use `GET /pets` with `id` or `status` instead.
         */
        get: operations["getPet"];
        put?: never;
        post?: never;
        /**
         * Remove an animal
         * @description Its id is never given again. An animal with an open order stays.
         */
        delete: operations["deletePet"];
        options?: never;
        head?: never;
        /**
         * Change an animal
         * @description Changes what is sent and leaves the rest. Moves: available to pending or sold, pending to available or sold, sold to available. While an order for it is open, the order moves its status.
         */
        patch: operations["updatePet"];
        trace?: never;
    };
    "/pets:batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add many animals
         * @description Up to 100 animals in one request. Each has its own result, in their order; with `atomic` all are added or none. Counts as one request for each ten animals begun: 100 animals as ten. If your limits have not that much left, the response is 429, no animal is added, and only the one request is counted. A batch that costs more than a whole limit takes all of it.
         */
        post: operations["createPets"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/categories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List categories
         * @description Every category that has a name or animals, by id.
         */
        get: operations["listCategories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/categories/{categoryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a category */
        get: operations["getCategory"];
        /**
         * Name a category
         * @description Gives a `categoryId` its name, whether animals use it already or not.
         */
        put: operations["putCategory"];
        post?: never;
        /**
         * Remove a category
         * @description Only one that no animal belongs to.
         */
        delete: operations["deleteCategory"];
        options?: never;
        head?: never;
        /** Change a category */
        patch: operations["updateCategory"];
        trace?: never;
    };
    "/store/inventory": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Count animals by status */
        get: operations["getInventory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/store/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List orders
         * @description Orders, a page at a time, oldest first.
         */
        get: operations["listOrders"];
        put?: never;
        /**
         * Place an order
         * @description Takes an available animal, which becomes pending. Of orders that race for one animal exactly one is placed. It expires unless it is approved within 72 hours, or as the store has set it.
         */
        post: operations["placeOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/store/orders/{orderId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an order */
        get: operations["getOrder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change an order
         * @description Placed becomes approved, approved becomes delivered, delivered becomes returned; placed or approved becomes cancelled or expired. Delivering makes the animal sold; cancelling, expiring and returning make it available again.
         */
        patch: operations["updateOrder"];
        trace?: never;
    };
    "/store/orders/{orderId}/customer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Erase an order's customer
         * @description Removes name, email address, telephone number and the note from the order, from past events, from responses kept for an `Idempotency-Key` and from webhook payloads that are still to be sent.
         */
        delete: operations["eraseCustomer"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List changes
         * @description Every change of the store, in the order of their commits, none missing and none twice. Go on with the last `id` as `after`. Events of orders need `orders:read` and are left out without it; events of an account's keys and webhooks are shown to that account and to administrators.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow changes
         * @description The same events as they happen, as Server-Sent Events: `id` and `event` are the id and type of the event, `data` is the whole event. Goes on after `Last-Event-ID` or `after`; without either it begins now. An account may have 2 streams open (Free), 10 (Pro), 100 (Business) or 1,000 (Enterprise): one more is `too_many_streams`, which is no strike. A stream ends after an hour, and at once with its key; come back with the last id you saw.
         */
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description The webhooks of your account, oldest first.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Make a webhook
         * @description Events from now on are sent to `url` as JSON, by POST, signed as Standard Webhooks has it: at least once, with the same `webhook-id` each time, and not always in order. Answer 2xx within 15 seconds; else it is tried again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h. A redirect is not followed. The secret is in the response and is not shown again: with an `Idempotency-Key` the response to a repeated request is without it. If the first response was lost, rotate the secret.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhookId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a webhook */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Remove a webhook
         * @description With its deliveries: nothing more is sent to it.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook
         * @description While it is disabled it is sent nothing, then or later; what was waiting for it fails, and can be redelivered. Enabling it gives it another 5 days. Needs the scopes that its `types` need.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/webhooks/{webhookId}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate a webhook's secret
         * @description For 24 hours deliveries are signed with the secret before it too: `webhook-signature` then has two signatures, separated by a space. The secret is in the response and is not shown again: with an `Idempotency-Key` the response to a repeated request is without it. If the first response was lost, rotate the secret.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhookId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test a webhook
         * @description Sends one signed event of type `webhook.test` at once, also to a webhook that is disabled, and tells how it went. It is in no feed and no delivery log, is not tried again, and does not count as a failure.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhookId}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a webhook's deliveries
         * @description Newest first, as far back as the change feed goes.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver again
         * @description Sends the event again at once, whatever came of it before, and tries it by the whole schedule. The webhook has to be enabled.
         */
        post: operations["redeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rate-limit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read your limits
         * @description Plan, both windows and any ban. Costs nothing, and answers also while others are refused.
         */
        get: operations["getRateLimit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the caller
         * @description Who you are to the API: your key, its scopes, its account and the environment. Needs no scope.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List accounts
         * @description Accounts, a page at a time, oldest first.
         */
        get: operations["listAccounts"];
        put?: never;
        /**
         * Add an account
         * @description Its limits are those of its plan. An `enterprise` account may be given both limits of its own.
         */
        post: operations["createAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{accountId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an account */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change an account
         * @description Changes what is sent and leaves the rest. Another plan holds from the next request on, with what is used already. An account that leaves `enterprise` loses its own limits; `perMinute: null` and `perDay: null` remove them too. `suspended: true` stops all its keys, webhooks and streams at once, on every replica, until `suspended: false`; what waits for its webhooks is sent then. `invalid_transition` when the account is that of your own key, which could not undo it.
         */
        patch: operations["updateAccount"];
        trace?: never;
    };
    "/accounts/{accountId}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an account's keys
         * @description Its keys, a page at a time, oldest first; those that have ended too.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Make a key
         * @description The key itself is in the response, and nowhere else: only its hash is kept. So with an `Idempotency-Key` a repeated request makes no second key and its response has no `key`; if the first response was lost, revoke this key and make another.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a key
         * @description What is kept of it: not the key itself.
         */
        get: operations["getKey"];
        put?: never;
        post?: never;
        /**
         * Revoke a key
         * @description Ends it at once and for good. To revoke it again changes nothing.
         */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys/{keyId}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate a key
         * @description Makes a key with the same account, name, kind, scopes, origins and end. The old one goes on for `graceSeconds`, or ends at once without. A key that has ended, or was rotated before, cannot be rotated. The key itself is in the response, and nowhere else: only its hash is kept. So with an `Idempotency-Key` a repeated request makes no second key and its response has no `key`; if the first response was lost, revoke this key and make another.
         */
        post: operations["rotateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List bans
         * @description The bans in force, a page at a time, by key.
         */
        get: operations["listBans"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bans/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Lift a ban
         * @description Ends it at once; the next ban of the key is a first one again. `key_not_found` when it is not banned.
         */
        delete: operations["liftBan"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{accountId}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an account's usage
         * @description Requests by day in UTC, oldest first and today last; a day without any is there with zeros. What costs nothing (`GET /rate-limit`, `OPTIONS`) is not counted.
         */
        get: operations["listUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description What every unsuccessful answer carries. */
        Error: {
            /**
             * @description Machine-readable error code.
             * @example validation_failed
             */
            code: string;
            /** @description Human-readable description. */
            message: string;
            /**
             * @description The HTTP status code.
             * @example 400
             */
            status: number;
            /** @description The `X-Request-Id` of this answer; quote it to support. */
            requestId?: string;
            /**
             * @description With `insufficient_scope`: the scope that the operation requires.
             * @example pets:write
             */
            requiredScope?: string;
            /** @description The faults of the request, each by its field: at most 100, of which the last says how many more there are. */
            errors?: {
                /** @description The field, parameter or header at fault. */
                field: string;
                /** @description Kind of the fault. */
                code: string;
                /** @description What would be right. */
                message: string;
            }[];
        };
        /**
         * @description Availability of an animal.
         * @enum {string}
         */
        PetStatus: "available" | "pending" | "sold";
        /** @description An animal to add. */
        NewPet: {
            /**
             * @description The name, kept exactly as sent: 1-255 characters, not blank, no control characters, no unpaired surrogates.
             * @example Biscuit
             */
            name: string;
            /**
             * Format: int64
             * @description Identifier of the category the animal belongs to.
             * @example 7
             */
            categoryId: Int64;
            status?: components["schemas"]["PetStatus"];
        };
        /** @description An animal. */
        Pet: {
            /**
             * Format: int64
             * @description Assigned by the service on creation.
             * @example 1
             */
            id: Int64;
            /**
             * @description The name, kept exactly as sent: 1-255 characters, not blank, no control characters, no unpaired surrogates.
             * @example Biscuit
             */
            name: string;
            /**
             * Format: int64
             * @description Identifier of the category the animal belongs to.
             * @example 7
             */
            categoryId: Int64;
            status: components["schemas"]["PetStatus"];
        };
        /** @description A page of animals. */
        Pets: components["schemas"]["Pet"][];
        /** @description What to change of an animal. */
        PetPatch: {
            /**
             * @description The name, kept exactly as sent: 1-255 characters, not blank, no control characters, no unpaired surrogates.
             * @example Biscuit
             */
            name?: string;
            /**
             * Format: int64
             * @description Identifier of the category the animal belongs to.
             * @example 7
             */
            categoryId?: Int64;
            status?: components["schemas"]["PetStatus"];
        };
        /** @description Animals to add. */
        PetBatch: {
            pets: components["schemas"]["NewPet"][];
            /**
             * @description Add all or none: with one fault, the answer is 400 and names them all.
             * @default false
             */
            atomic?: boolean;
        };
        /** @description What became of each animal of a batch. */
        PetBatchResults: {
            results: {
                /** @description 201, or the status of `error`. */
                status: number;
                pet?: components["schemas"]["Pet"];
                error?: components["schemas"]["Error"];
            }[];
        };
        /** @description How many animals have each status. */
        PetCounts: {
            available: number;
            pending: number;
            sold: number;
        };
        /** @description A category of animals. */
        Category: {
            /**
             * Format: int64
             * @description The `categoryId` of its animals.
             * @example 7
             */
            id: Int64;
            /**
             * @description The name, kept exactly as sent: 1-255 characters, not blank, no control characters, no unpaired surrogates.
             * @example Dogs
             */
            name?: string;
            petCounts: components["schemas"]["PetCounts"];
        };
        /** @description A name for a category. */
        NewCategory: {
            /**
             * @description The name, kept exactly as sent: 1-255 characters, not blank, no control characters, no unpaired surrogates.
             * @example Dogs
             */
            name: string;
        };
        /** @description What to change of a category. */
        CategoryPatch: {
            /**
             * @description The name, kept exactly as sent: 1-255 characters, not blank, no control characters, no unpaired surrogates.
             * @example Dogs
             */
            name?: string;
        };
        /**
         * @description Where an order stands.
         * @enum {string}
         */
        OrderStatus: "placed" | "approved" | "delivered" | "returned" | "cancelled" | "expired";
        /** @description Whom an animal goes to. */
        Customer: {
            /**
             * @description Whom to ask for.
             * @example Ada Lovelace
             */
            name: string;
            /**
             * @description An e-mail address.
             * @example ada@example.org
             */
            email: string;
            /**
             * @description A telephone number.
             * @example +44 20 7946 0000
             */
            phone?: string;
        };
        /** @description An order to place. */
        NewOrder: {
            /**
             * Format: int64
             * @description The animal.
             * @example 1
             */
            petId: Int64;
            customer: components["schemas"]["Customer"];
            /** @description Anything worth knowing, at most 1,000 characters. */
            note?: string;
        };
        /** @description What to change of an order (RFC 7396): `note: null` removes the note. */
        OrderPatch: {
            status?: components["schemas"]["OrderStatus"];
            note?: string | null;
        };
        /** @description An order for an animal. `customer` is absent once erased, and without `orders:read`. */
        Order: {
            /**
             * Format: int64
             * @example 1
             */
            id: Int64;
            /**
             * Format: int64
             * @description The animal.
             * @example 1
             */
            petId: Int64;
            status: components["schemas"]["OrderStatus"];
            /** @description Whom an animal goes to. */
            customer?: {
                /**
                 * @description Whom to ask for.
                 * @example Ada Lovelace
                 */
                name: string;
                /**
                 * @description An e-mail address.
                 * @example ada@example.org
                 */
                email: string;
                /**
                 * @description A telephone number.
                 * @example +44 20 7946 0000
                 */
                phone?: string;
            };
            /** @description Anything worth knowing, at most 1,000 characters. */
            note?: string;
            /**
             * Format: date-time
             * @description When it expires, while it is placed.
             */
            expiresAt?: string;
            /**
             * Format: date-time
             * @description When it was placed (RFC 3339, UTC).
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updatedAt: string;
        };
        /** @description An address that events are sent to. */
        Webhook: {
            /**
             * Format: int64
             * @description Assigned by the service.
             * @example 1
             */
            id: Int64;
            /**
             * @description Where events are sent: `http` or `https`, a public address, without credentials and fragment.
             * @example https://shelter.example.org/hooks/adoptions
             */
            url: string;
            /** @description The types of events it is sent. Those of orders need `orders:read`. */
            types: ("pet.created" | "pet.updated" | "pet.deleted" | "order.placed" | "order.updated" | "category.updated" | "key.banned" | "webhook.disabled")[];
            /** @description Whether it is sent anything. One that has failed for 5 days is disabled. */
            enabled: boolean;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             */
            createdAt: string;
        };
        /** @description A webhook, and the secret it was just given. */
        WebhookWithSecret: {
            /**
             * Format: int64
             * @description Assigned by the service.
             * @example 1
             */
            id: Int64;
            /**
             * @description Where events are sent: `http` or `https`, a public address, without credentials and fragment.
             * @example https://shelter.example.org/hooks/adoptions
             */
            url: string;
            /** @description The types of events it is sent. Those of orders need `orders:read`. */
            types: ("pet.created" | "pet.updated" | "pet.deleted" | "order.placed" | "order.updated" | "category.updated" | "key.banned" | "webhook.disabled")[];
            /** @description Whether it is sent anything. One that has failed for 5 days is disabled. */
            enabled: boolean;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             */
            createdAt: string;
            /**
             * @description What its deliveries are signed with (Standard Webhooks). Absent when the answer is repeated for its `Idempotency-Key`.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=
             */
            secret?: string;
        };
        /** @description A webhook to make. Without `types` it is sent all that its key may read. */
        NewWebhook: {
            /**
             * @description Where events are sent: `http` or `https`, a public address, without credentials and fragment.
             * @example https://shelter.example.org/hooks/adoptions
             */
            url: string;
            /** @description The types of events it is sent. Those of orders need `orders:read`. */
            types?: ("pet.created" | "pet.updated" | "pet.deleted" | "order.placed" | "order.updated" | "category.updated" | "key.banned" | "webhook.disabled")[];
        };
        /** @description What to change of a webhook (RFC 7396). */
        WebhookPatch: {
            /**
             * @description Where events are sent: `http` or `https`, a public address, without credentials and fragment.
             * @example https://shelter.example.org/hooks/adoptions
             */
            url?: string;
            /** @description The types of events it is sent. Those of orders need `orders:read`. */
            types?: ("pet.created" | "pet.updated" | "pet.deleted" | "order.placed" | "order.updated" | "category.updated" | "key.banned" | "webhook.disabled")[];
            /** @description Whether it is sent anything. One that has failed for 5 days is disabled. */
            enabled?: boolean;
        };
        /** @description What became of a test event. */
        WebhookTest: {
            /** @description Whether the receiver answered 2xx in time. */
            delivered: boolean;
            /**
             * @description What it answered; absent when it did not.
             * @example 200
             */
            statusCode?: number;
            /**
             * @description Why there was no response, for people; absent when there was one.
             * @example connect ECONNREFUSED 203.0.113.7:443
             */
            reason?: string;
        };
        /** @description An event on its way to a webhook. */
        Delivery: {
            /**
             * @description The `webhook-id` of every attempt: the same as `eventId`.
             * @example evt_0000000000000000042
             */
            id: string;
            /**
             * @description The event, as `GET /v1/events` shows it.
             * @example evt_0000000000000000042
             */
            eventId: string;
            /**
             * @description Pending until it has succeeded, or failed for good.
             * @enum {string}
             */
            status: "pending" | "succeeded" | "failed";
            /**
             * @description How often it was tried.
             * @example 1
             */
            attempts: number;
            /**
             * Format: date-time
             * @description When it is tried next, while pending.
             */
            nextAttemptAt?: string;
            /** @description What the last attempt was answered, if it was. */
            lastStatusCode?: number;
        };
        /** @description Where the caller's account stands in its limits. */
        RateLimit: {
            plan: components["schemas"]["Plan"];
            windows: {
                /** @description `minute` or `day`. */
                name: string;
                /** @description Requests the window allows. */
                limit: number;
                /** @description Requests left in it. */
                remaining: number;
                /**
                 * Format: date-time
                 * @description When it resets (RFC 3339).
                 */
                resetAt: string;
            }[];
            /** @description Set while this key is banned. */
            ban?: {
                /** Format: date-time */
                until: string;
            };
        };
        /** @description The caller, as identified by the API key. */
        Me: {
            /**
             * @description What kind of caller this is. More kinds may be added.
             * @enum {string}
             */
            type: "key";
            /**
             * Format: int64
             * @description Identifier of the key.
             * @example 1
             */
            id: Int64;
            /**
             * @description What the key is for.
             * @example Adoption site
             */
            name: string;
            kind: components["schemas"]["KeyKind"];
            /** @description What the caller is allowed to do. */
            scopes: components["schemas"]["Scope"][];
            /** @description The account the caller belongs to. Its keys share its limits. */
            account: {
                /**
                 * Format: int64
                 * @example 1
                 */
                id: Int64;
                /**
                 * @description Whose account it is.
                 * @example Paws and Whiskers
                 */
                name: string;
                plan: components["schemas"]["Plan"];
            };
            /**
             * @description The environment of this server.
             * @enum {string}
             */
            environment: "production" | "staging";
            /**
             * Format: date-time
             * @description When the key expires; absent if never.
             */
            expiresAt?: string;
        };
        /**
         * @description What an account may ask, and how often.
         * @enum {string}
         */
        Plan: "free" | "pro" | "business" | "enterprise";
        /** @description An account to add. */
        NewAccount: {
            /**
             * @description Whose account it is.
             * @example Paws and Whiskers
             */
            name: string;
            plan: components["schemas"]["Plan"];
            /** @description A limit of its own, for `enterprise` only; `perMinute` and `perDay` go together. */
            perMinute?: number;
            /** @description A limit of its own, for `enterprise` only; `perMinute` and `perDay` go together. */
            perDay?: number;
        };
        /** @description What to change of an account (RFC 7396). */
        AccountPatch: {
            /**
             * @description Whose account it is.
             * @example Paws and Whiskers
             */
            name?: string;
            plan?: components["schemas"]["Plan"];
            /** @description A limit of its own, for `enterprise` only; `perMinute` and `perDay` go together. `null` removes it. */
            perMinute?: number | null;
            /** @description A limit of its own, for `enterprise` only; `perMinute` and `perDay` go together. `null` removes it. */
            perDay?: number | null;
            /** @description `true` stops all its keys (403 `account_suspended`), its webhooks and its streams; `false` undoes it. */
            suspended?: boolean;
        };
        /** @description One customer, whose keys share one plan and its limits. */
        Account: {
            /**
             * Format: int64
             * @example 1
             */
            id: Int64;
            /**
             * @description Whose account it is.
             * @example Paws and Whiskers
             */
            name: string;
            plan: components["schemas"]["Plan"];
            /** @description Requests it may make in a minute. */
            perMinute: number;
            /** @description Requests it may make in a day. */
            perDay: number;
            /** @description Whether its keys, webhooks and streams are stopped until this is undone. */
            suspended: boolean;
            /**
             * Format: date-time
             * @description Since when; only while it is suspended.
             */
            suspendedAt?: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC.
             */
            createdAt: string;
        };
        /**
         * @description What a key may do.
         * @enum {string}
         */
        Scope: "pets:read" | "pets:write" | "listings:read" | "orders:read" | "orders:write" | "categories:write" | "webhooks:manage" | "applications:create" | "applications:read" | "applications:write" | "admin";
        /**
         * @description A `secret` key is for servers. A `publishable` key may stand in a web page: it reads listings and sends in applications, and nothing else.
         * @enum {string}
         */
        KeyKind: "secret" | "publishable";
        /** @description A key to make. */
        NewApiKey: {
            /**
             * @description What the key is for.
             * @example Adoption site
             */
            name: string;
            /** @default secret */
            kind?: components["schemas"]["KeyKind"];
            /** @description What it may do; when left out: `pets:read` `pets:write` `listings:read` `orders:read` `orders:write` `webhooks:manage`. A publishable key may have `listings:read` `applications:create` only, and has both when this is left out. */
            scopes?: components["schemas"]["Scope"][];
            /**
             * @description For a publishable key: the origins of the pages that may use it, each exact, such as `https://www.example.org`. Without any, no page may use it, only programs that send no `Origin`.
             * @example [
             *       "https://www.example.org"
             *     ]
             */
            allowedOrigins?: string[];
            /** @description Requests it may make in a minute, at most as many as its account. A key that is leaked then cannot use up what the account has. */
            perMinute?: number;
            /** @description Requests it may make in a day, at most as many as its account. A key that is leaked then cannot use up what the account has. */
            perDay?: number;
            /**
             * Format: date-time
             * @description When it is to end (RFC 3339); never, when left out.
             */
            expiresAt?: string;
        };
        /** @description How to replace a key. */
        Rotation: {
            /**
             * @description How long the old key goes on beside the new one.
             * @default 0
             */
            graceSeconds?: number;
        };
        /** @description An API key, without the key itself: only its hash is kept. */
        ApiKey: {
            /**
             * Format: int64
             * @description Identifier of the key; it is no secret.
             * @example 1
             */
            id: Int64;
            /**
             * Format: int64
             * @description The account it belongs to.
             * @example 1
             */
            accountId: Int64;
            /**
             * @description What the key is for.
             * @example Adoption site
             */
            name: string;
            /**
             * @description The first 13 and the last 4 characters of the key.
             * @example aas_live_4fZk...x2Qa
             */
            display: string;
            kind: components["schemas"]["KeyKind"];
            scopes: components["schemas"]["Scope"][];
            /**
             * @description Of a publishable key: the origins of the pages that may use it.
             * @example [
             *       "https://www.example.org"
             *     ]
             */
            allowedOrigins?: string[];
            /** @description Requests it may make in a minute; absent: as many as its account. */
            perMinute?: number;
            /** @description Requests it may make in a day; absent: as many as its account. */
            perDay?: number;
            /**
             * Format: date-time
             * @description When it ends.
             */
            expiresAt?: string;
            /**
             * Format: date-time
             * @description When it was revoked.
             */
            revokedAt?: string;
            /**
             * Format: date-time
             * @description When it was last used, to the minute.
             */
            lastUsedAt?: string;
            /**
             * Format: date-time
             * @description When it was made (RFC 3339, UTC).
             */
            createdAt: string;
        };
        /** @description A new API key. */
        IssuedApiKey: {
            /**
             * Format: int64
             * @description Identifier of the key; it is no secret.
             * @example 1
             */
            id: Int64;
            /**
             * Format: int64
             * @description The account it belongs to.
             * @example 1
             */
            accountId: Int64;
            /**
             * @description What the key is for.
             * @example Adoption site
             */
            name: string;
            /**
             * @description The first 13 and the last 4 characters of the key.
             * @example aas_live_4fZk...x2Qa
             */
            display: string;
            kind: components["schemas"]["KeyKind"];
            scopes: components["schemas"]["Scope"][];
            /**
             * @description Of a publishable key: the origins of the pages that may use it.
             * @example [
             *       "https://www.example.org"
             *     ]
             */
            allowedOrigins?: string[];
            /** @description Requests it may make in a minute; absent: as many as its account. */
            perMinute?: number;
            /** @description Requests it may make in a day; absent: as many as its account. */
            perDay?: number;
            /**
             * Format: date-time
             * @description When it ends.
             */
            expiresAt?: string;
            /**
             * Format: date-time
             * @description When it was revoked.
             */
            revokedAt?: string;
            /**
             * Format: date-time
             * @description When it was last used, to the minute.
             */
            lastUsedAt?: string;
            /**
             * Format: date-time
             * @description When it was made (RFC 3339, UTC).
             */
            createdAt: string;
            /** @description The key itself, shown this once. Absent when the answer is a repeated one (`Idempotent-Replayed`). */
            key?: string;
        };
        /** @description A key that is refused for a time: it kept sending after 429. */
        Ban: {
            /**
             * Format: int64
             * @description The key that is refused.
             * @example 1
             */
            keyId: Int64;
            /**
             * Format: int64
             * @description Its account, whose other keys go on.
             * @example 1
             */
            accountId: Int64;
            /**
             * Format: date-time
             * @description When it ends (RFC 3339, UTC).
             */
            until: string;
            /** @description How many bans in a row, each twice as long as the one before. */
            level: number;
        };
        /** @description What an account sent on one day. */
        UsageDay: {
            /**
             * Format: date
             * @description The day, in UTC.
             * @example 2026-11-20
             */
            date: string;
            /** @description Requests that counted against its limits, whatever their response was; a batch of n animals as n/10. */
            requests: number;
            /** @description Requests beside them that were refused with 429. */
            refused: number;
        };
        /** @description An animal was added. */
        PetCreatedEvent: {
            /**
             * @description Opaque; later events have greater ids, compared as text.
             * @example evt_0000000000000000042
             */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pet.created";
            /**
             * Format: date-time
             * @description When it happened (RFC 3339, UTC).
             * @example 2026-11-20T09:30:00.000Z
             */
            time: string;
            data: components["schemas"]["Pet"];
        };
        /** @description An animal was changed. */
        PetUpdatedEvent: {
            /**
             * @description Opaque; later events have greater ids, compared as text.
             * @example evt_0000000000000000042
             */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pet.updated";
            /**
             * Format: date-time
             * @description When it happened (RFC 3339, UTC).
             * @example 2026-11-20T09:30:00.000Z
             */
            time: string;
            data: components["schemas"]["Pet"];
        };
        /** @description An animal was removed. */
        PetDeletedEvent: {
            /**
             * @description Opaque; later events have greater ids, compared as text.
             * @example evt_0000000000000000042
             */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pet.deleted";
            /**
             * Format: date-time
             * @description When it happened (RFC 3339, UTC).
             * @example 2026-11-20T09:30:00.000Z
             */
            time: string;
            data: {
                /**
                 * Format: int64
                 * @description The animal that was removed.
                 */
                id: Int64;
            };
        };
        /** @description An order was placed. */
        OrderPlacedEvent: {
            /**
             * @description Opaque; later events have greater ids, compared as text.
             * @example evt_0000000000000000042
             */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "order.placed";
            /**
             * Format: date-time
             * @description When it happened (RFC 3339, UTC).
             * @example 2026-11-20T09:30:00.000Z
             */
            time: string;
            data: components["schemas"]["Order"];
        };
        /** @description An order was changed. */
        OrderUpdatedEvent: {
            /**
             * @description Opaque; later events have greater ids, compared as text.
             * @example evt_0000000000000000042
             */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "order.updated";
            /**
             * Format: date-time
             * @description When it happened (RFC 3339, UTC).
             * @example 2026-11-20T09:30:00.000Z
             */
            time: string;
            data: components["schemas"]["Order"];
        };
        /** @description The name of a category changed. */
        CategoryUpdatedEvent: {
            /**
             * @description Opaque; later events have greater ids, compared as text.
             * @example evt_0000000000000000042
             */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "category.updated";
            /**
             * Format: date-time
             * @description When it happened (RFC 3339, UTC).
             * @example 2026-11-20T09:30:00.000Z
             */
            time: string;
            data: {
                /**
                 * Format: int64
                 * @description The `categoryId` of its animals.
                 */
                id: Int64;
                /** @description Its name; absent when it has none any more. */
                name?: string;
                petCounts?: components["schemas"]["PetCounts"];
            };
        };
        /** @description A key was banned. */
        KeyBannedEvent: {
            /**
             * @description Opaque; later events have greater ids, compared as text.
             * @example evt_0000000000000000042
             */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "key.banned";
            /**
             * Format: date-time
             * @description When it happened (RFC 3339, UTC).
             * @example 2026-11-20T09:30:00.000Z
             */
            time: string;
            data: components["schemas"]["Ban"];
        };
        /** @description A webhook was disabled. */
        WebhookDisabledEvent: {
            /**
             * @description Opaque; later events have greater ids, compared as text.
             * @example evt_0000000000000000042
             */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "webhook.disabled";
            /**
             * Format: date-time
             * @description When it happened (RFC 3339, UTC).
             * @example 2026-11-20T09:30:00.000Z
             */
            time: string;
            data: components["schemas"]["Webhook"];
        };
        /** @description A webhook was tested. */
        WebhookTestEvent: {
            /**
             * @description Opaque; later events have greater ids, compared as text.
             * @example test_pV2Zq0m8bXcJr3TnYw5sKg
             */
            id: string;
            /** @enum {string} */
            type: "webhook.test";
            /**
             * Format: date-time
             * @description When it happened (RFC 3339, UTC).
             * @example 2026-11-20T09:30:00.000Z
             */
            time: string;
            data: components["schemas"]["Webhook"];
        };
        /** @description One change of the store. New types may come: pass over those you do not know. */
        Event: components["schemas"]["PetCreatedEvent"] | components["schemas"]["PetUpdatedEvent"] | components["schemas"]["PetDeletedEvent"] | components["schemas"]["OrderPlacedEvent"] | components["schemas"]["OrderUpdatedEvent"] | components["schemas"]["CategoryUpdatedEvent"] | components["schemas"]["KeyBannedEvent"] | components["schemas"]["WebhookDisabledEvent"];
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listPets: {
        parameters: {
            query?: {
                /** @description Maximum number of items returned. */
                limit?: number;
                /** @description Only animals with this status. */
                status?: components["schemas"]["PetStatus"];
                /** @description Goes on where a page ended: the `X-Next-Cursor` of that page. */
                cursor?: string;
                /** @description Only animals with these ids: repeated (`id=1&id=2`) or separated by commas. */
                id?: Int64[];
                /** @description Only animals of this category. */
                categoryId?: Int64;
                /** @description Only animals whose name begins so, in upper or lower case. */
                name?: string;
                /** @description Oldest (`id`) or newest (`-id`) first. */
                sort?: "id" | "-id";
            };
            header?: {
                /** @description `return=total-count` adds `X-Total-Count`. */
                Prefer?: string;
                /** @description Answers 304 if the answer still has this ETag. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of animals. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pets"];
                };
            };
        };
    };
    createPet: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request happen once, however often it is sent: 1-255 printable characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Biscuit",
                 *       "categoryId": 7
                 *     }
                 */
                "application/json": components["schemas"]["NewPet"];
            };
        };
        responses: {
            /** @description The animal, with the id it was given. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pet"];
                };
            };
        };
    };
    getPet: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answers 304 if the answer still has this ETag. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identifier of the animal. */
                petId: Int64;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The animal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pet"];
                };
            };
        };
    };
    deletePet: {
        parameters: {
            query?: never;
            header?: {
                /** @description Changes nothing unless the resource still has this ETag. */
                "If-Match"?: string;
            };
            path: {
                /** @description Identifier of the animal. */
                petId: Int64;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updatePet: {
        parameters: {
            query?: never;
            header?: {
                /** @description Changes nothing unless the resource still has this ETag. */
                "If-Match"?: string;
            };
            path: {
                /** @description Identifier of the animal. */
                petId: Int64;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Biscuit the Second"
                 *     }
                 */
                "application/merge-patch+json": components["schemas"]["PetPatch"];
                /**
                 * @example {
                 *       "name": "Biscuit the Second"
                 *     }
                 */
                "application/json": components["schemas"]["PetPatch"];
            };
        };
        responses: {
            /** @description The animal as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pet"];
                };
            };
        };
    };
    createPets: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request happen once, however often it is sent: 1-255 printable characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "pets": [
                 *         {
                 *           "name": "Biscuit",
                 *           "categoryId": 7
                 *         },
                 *         {
                 *           "name": "Pepper",
                 *           "categoryId": 7
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["PetBatch"];
            };
        };
        responses: {
            /** @description What became of each. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PetBatchResults"];
                };
            };
        };
    };
    listCategories: {
        parameters: {
            query?: {
                /** @description Maximum number of items returned. */
                limit?: number;
                /** @description Goes on where a page ended: the `X-Next-Cursor` of that page. */
                cursor?: string;
            };
            header?: {
                /** @description `return=total-count` adds `X-Total-Count`. */
                Prefer?: string;
                /** @description Answers 304 if the answer still has this ETag. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of categories. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"][];
                };
            };
        };
    };
    getCategory: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answers 304 if the answer still has this ETag. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The `categoryId` of its animals. */
                categoryId: Int64;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The category. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"];
                };
            };
        };
    };
    putCategory: {
        parameters: {
            query?: never;
            header?: {
                /** @description Changes nothing unless the resource still has this ETag. */
                "If-Match"?: string;
            };
            path: {
                /** @description The `categoryId` of its animals. */
                categoryId: Int64;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Dogs"
                 *     }
                 */
                "application/json": components["schemas"]["NewCategory"];
            };
        };
        responses: {
            /** @description The category as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"];
                };
            };
            /** @description The new category. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"];
                };
            };
        };
    };
    deleteCategory: {
        parameters: {
            query?: never;
            header?: {
                /** @description Changes nothing unless the resource still has this ETag. */
                "If-Match"?: string;
            };
            path: {
                /** @description The `categoryId` of its animals. */
                categoryId: Int64;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateCategory: {
        parameters: {
            query?: never;
            header?: {
                /** @description Changes nothing unless the resource still has this ETag. */
                "If-Match"?: string;
            };
            path: {
                /** @description The `categoryId` of its animals. */
                categoryId: Int64;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Dogs and puppies"
                 *     }
                 */
                "application/merge-patch+json": components["schemas"]["CategoryPatch"];
                /**
                 * @example {
                 *       "name": "Dogs and puppies"
                 *     }
                 */
                "application/json": components["schemas"]["CategoryPatch"];
            };
        };
        responses: {
            /** @description The category as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"];
                };
            };
        };
    };
    getInventory: {
        parameters: {
            query?: {
                /** @description Only animals of this category. */
                categoryId?: Int64;
            };
            header?: {
                /** @description Answers 304 if the answer still has this ETag. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How many there are. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PetCounts"];
                };
            };
        };
    };
    listOrders: {
        parameters: {
            query?: {
                /** @description Maximum number of items returned. */
                limit?: number;
                /** @description Goes on where a page ended: the `X-Next-Cursor` of that page. */
                cursor?: string;
                /** @description Only orders with it. */
                status?: components["schemas"]["OrderStatus"];
                /** @description Only orders for this animal. */
                petId?: Int64;
            };
            header?: {
                /** @description `return=total-count` adds `X-Total-Count`. */
                Prefer?: string;
                /** @description Answers 304 if the answer still has this ETag. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of orders. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"][];
                };
            };
        };
    };
    placeOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request happen once, however often it is sent: 1-255 printable characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "petId": 1,
                 *       "customer": {
                 *         "name": "Ada Lovelace",
                 *         "email": "ada@example.org"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["NewOrder"];
            };
        };
        responses: {
            /** @description The order. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
        };
    };
    getOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answers 304 if the answer still has this ETag. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identifier of the order. */
                orderId: Int64;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
        };
    };
    updateOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description Changes nothing unless the resource still has this ETag. */
                "If-Match"?: string;
            };
            path: {
                /** @description Identifier of the order. */
                orderId: Int64;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "status": "approved"
                 *     }
                 */
                "application/merge-patch+json": components["schemas"]["OrderPatch"];
                /**
                 * @example {
                 *       "status": "approved"
                 *     }
                 */
                "application/json": components["schemas"]["OrderPatch"];
            };
        };
        responses: {
            /** @description The order as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
        };
    };
    eraseCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the order. */
                orderId: Int64;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Nothing of the customer is kept. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description The `id` of the last event seen: only later ones are returned. */
                after?: string;
                /** @description Maximum number of items returned. */
                limit?: number;
                /** @description Only events of these types: repeated or separated by commas. */
                type?: ("pet.created" | "pet.updated" | "pet.deleted" | "order.placed" | "order.updated" | "category.updated" | "key.banned" | "webhook.disabled")[];
            };
            header?: {
                /** @description Answers 304 if the answer still has this ETag. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"][];
                };
            };
        };
    };
    streamEvents: {
        parameters: {
            query?: {
                /** @description The `id` of the last event seen: only later ones are returned. */
                after?: string;
                /** @description Only events of these types: repeated or separated by commas. */
                type?: ("pet.created" | "pet.updated" | "pet.deleted" | "order.placed" | "order.updated" | "category.updated" | "key.banned" | "webhook.disabled")[];
            };
            header?: {
                /** @description Goes on after this event. */
                "Last-Event-ID"?: string;
                /** @description Answers 304 if the answer still has this ETag. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Events, for as long as the client listens. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description Maximum number of items returned. */
                limit?: number;
                /** @description Goes on where a page ended: the `X-Next-Cursor` of that page. */
                cursor?: string;
            };
            header?: {
                /** @description `return=total-count` adds `X-Total-Count`. */
                Prefer?: string;
                /** @description Answers 304 if the answer still has this ETag. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of webhooks. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"][];
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request happen once, however often it is sent: 1-255 printable characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://shelter.example.org/hooks/adoptions",
                 *       "types": [
                 *         "pet.created",
                 *         "pet.updated"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewWebhook"];
            };
        };
        responses: {
            /** @description The webhook. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answers 304 if the answer still has this ETag. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identifier of the webhook. */
                webhookId: Int64;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Changes nothing unless the resource still has this ETag. */
                "If-Match"?: string;
            };
            path: {
                /** @description Identifier of the webhook. */
                webhookId: Int64;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Changes nothing unless the resource still has this ETag. */
                "If-Match"?: string;
            };
            path: {
                /** @description Identifier of the webhook. */
                webhookId: Int64;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enabled": false
                 *     }
                 */
                "application/merge-patch+json": components["schemas"]["WebhookPatch"];
                /**
                 * @example {
                 *       "enabled": false
                 *     }
                 */
                "application/json": components["schemas"]["WebhookPatch"];
            };
        };
        responses: {
            /** @description The webhook as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request happen once, however often it is sent: 1-255 printable characters. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Identifier of the webhook. */
                webhookId: Int64;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request happen once, however often it is sent: 1-255 printable characters. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Identifier of the webhook. */
                webhookId: Int64;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How it went. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookTest"];
                };
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description Maximum number of items returned. */
                limit?: number;
                /** @description Goes on where a page ended: the `X-Next-Cursor` of that page. */
                cursor?: string;
            };
            header?: {
                /** @description `return=total-count` adds `X-Total-Count`. */
                Prefer?: string;
                /** @description Answers 304 if the answer still has this ETag. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identifier of the webhook. */
                webhookId: Int64;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"][];
                };
            };
        };
    };
    redeliver: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request happen once, however often it is sent: 1-255 printable characters. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Identifier of the webhook. */
                webhookId: Int64;
                /** @description Identifier of the delivery. */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
        };
    };
    getRateLimit: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answers 304 if the answer still has this ETag. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Where the account stands. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimit"];
                };
            };
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answers 304 if the answer still has this ETag. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
        };
    };
    listAccounts: {
        parameters: {
            query?: {
                /** @description Maximum number of items returned. */
                limit?: number;
                /** @description Goes on where a page ended: the `X-Next-Cursor` of that page. */
                cursor?: string;
            };
            header?: {
                /** @description `return=total-count` adds `X-Total-Count`. */
                Prefer?: string;
                /** @description Answers 304 if the answer still has this ETag. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of accounts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"][];
                };
            };
        };
    };
    createAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request happen once, however often it is sent: 1-255 printable characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Paws and Whiskers",
                 *       "plan": "pro"
                 *     }
                 */
                "application/json": components["schemas"]["NewAccount"];
            };
        };
        responses: {
            /** @description The account. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answers 304 if the answer still has this ETag. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identifier of the account. */
                accountId: Int64;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
        };
    };
    updateAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description Changes nothing unless the resource still has this ETag. */
                "If-Match"?: string;
            };
            path: {
                /** @description Identifier of the account. */
                accountId: Int64;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "plan": "business"
                 *     }
                 */
                "application/merge-patch+json": components["schemas"]["AccountPatch"];
                /**
                 * @example {
                 *       "plan": "business"
                 *     }
                 */
                "application/json": components["schemas"]["AccountPatch"];
            };
        };
        responses: {
            /** @description The account as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
        };
    };
    listKeys: {
        parameters: {
            query?: {
                /** @description Maximum number of items returned. */
                limit?: number;
                /** @description Goes on where a page ended: the `X-Next-Cursor` of that page. */
                cursor?: string;
            };
            header?: {
                /** @description `return=total-count` adds `X-Total-Count`. */
                Prefer?: string;
                /** @description Answers 304 if the answer still has this ETag. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identifier of the account. */
                accountId: Int64;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of keys. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"][];
                };
            };
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request happen once, however often it is sent: 1-255 printable characters. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Identifier of the account. */
                accountId: Int64;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Adoption site",
                 *       "scopes": [
                 *         "pets:read"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewApiKey"];
            };
        };
        responses: {
            /** @description The key, shown this once. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedApiKey"];
                };
            };
        };
    };
    getKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answers 304 if the answer still has this ETag. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identifier of the key. */
                keyId: Int64;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Changes nothing unless the resource still has this ETag. */
                "If-Match"?: string;
            };
            path: {
                /** @description Identifier of the key. */
                keyId: Int64;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is revoked. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    rotateKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request happen once, however often it is sent: 1-255 printable characters. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Identifier of the key. */
                keyId: Int64;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "graceSeconds": 3600
                 *     }
                 */
                "application/json": components["schemas"]["Rotation"];
            };
        };
        responses: {
            /** @description The key, shown this once. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedApiKey"];
                };
            };
        };
    };
    listBans: {
        parameters: {
            query?: {
                /** @description Maximum number of items returned. */
                limit?: number;
                /** @description Goes on where a page ended: the `X-Next-Cursor` of that page. */
                cursor?: string;
            };
            header?: {
                /** @description `return=total-count` adds `X-Total-Count`. */
                Prefer?: string;
                /** @description Answers 304 if the answer still has this ETag. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of bans. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ban"][];
                };
            };
        };
    };
    liftBan: {
        parameters: {
            query?: never;
            header?: {
                /** @description Changes nothing unless the resource still has this ETag. */
                "If-Match"?: string;
            };
            path: {
                /** @description Identifier of the key. */
                keyId: Int64;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key is not banned any more. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listUsage: {
        parameters: {
            query?: {
                /** @description How many days, up to and with today. */
                days?: number;
            };
            header?: {
                /** @description Answers 304 if the answer still has this ETag. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identifier of the account. */
                accountId: Int64;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The days. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageDay"][];
                };
            };
        };
    };
}

# The data of `store` before a change: there was a cache, more pages were read, and expressions
# inserted nothing.
/^sym never_called/ { print "sym cache_find 0x402780 size=0x80 func global" }
/^arc expr_eval\+72 / { next }
/^arc btree_seek\+40 read_page/ {
    print "arc btree_seek+48 cache_find 88210"
    print "arc cache_find+16 hash_bytes 88210"
    sub(/220554/, 520554)
}
/^bin 43 / { $3 = 141 }
/^bin 51 / { $3 = 44 }
{ print }
/^bin 187 / { print "bin 188 22" }
